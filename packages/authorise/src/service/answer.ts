import type { CapFixedBy, CheckoutSession } from '@per-second/protocol/types'

/** The service's clock as an answer told it. A frozen clock means that no meter ticks. */
export type BillingClock = { now: number; frozen: boolean }

/** An answer with the clock it was given at; `clock` is null when the service did not say. */
export type Answer<T> = { value: T; clock: BillingClock | null }

/** The session's answer says besides who fixed its maximum; `cap` is null when nobody did, or the service did not say. */
export type SessionAnswer = Answer<CheckoutSession> & { cap: CapFixedBy | null }

export type MeterAction = 'pause' | 'resume' | 'cancel'
