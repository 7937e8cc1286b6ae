import type { CapFixedBy } from '@per-second/protocol/types'

/** The service's clock in a response. A frozen clock means that no meter ticks. */
export type BillingClock = { now: number; frozen: boolean }

/**
 * A response, the service's clock, and the party that fixed the session's maximum duration. The last two are null where the response does
 * not report them.
 */
export type Answer<T> = { value: T; clock: BillingClock | null; cap: CapFixedBy | null }

export type MeterAction = 'pause' | 'resume' | 'cancel'

/** Reads `Billing-Cap`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingCap(header: string | null): CapFixedBy | null {
  return header === 'merchant' || header === 'subscriber' ? header : null
}

/** Reads `Billing-Clock: <unix seconds>[;frozen]`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingClock(header: string | null): BillingClock | null {
  const match = /^\s*(\d{1,15})\s*(;\s*frozen\s*)?$/.exec(header ?? '')
  return match?.[1] ? { now: Number(match[1]), frozen: match[2] !== undefined } : null
}
