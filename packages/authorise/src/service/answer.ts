import type { CapFixedBy, CheckoutSession } from '@per-second/protocol/types'

/** The service's clock in a response. A frozen clock means that no meter ticks. */
export type BillingClock = { now: number; frozen: boolean }

/** A response with the service's clock; `clock` is null when the service did not report it. */
export type Answer<T> = { value: T; clock: BillingClock | null }

/** The session's response also names the party that fixed its maximum duration. `cap` is null if none did, or it is unknown. */
export type SessionAnswer = Answer<CheckoutSession> & { cap: CapFixedBy | null }

export type MeterAction = 'pause' | 'resume' | 'cancel'

/** Reads `Billing-Clock: <unix seconds>[;frozen]`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingClock(header: string | null): BillingClock | null {
  const match = /^\s*(\d{1,15})\s*(;\s*frozen\s*)?$/.exec(header ?? '')
  return match?.[1] ? { now: Number(match[1]), frozen: match[2] !== undefined } : null
}
