import type { DurationUnit } from '@per-second/protocol/time'

/** What somebody has entered: the maximum duration as typed, and the address they gave. */
export type Entered = { amount: string; unit: DurationUnit; email: string }
