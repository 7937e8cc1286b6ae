import type { DurationUnit } from '@per-second/protocol/time'

/** The input of the subscriber: the maximum duration as typed, and the email address. */
export type Entered = { amount: string; unit: DurationUnit; email: string }
