import type { BillingClock } from './answer.ts'

/** Reads `Billing-Clock: <unix seconds>[;frozen]`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingClock(header: string | null): BillingClock | null {
  const match = /^\s*(\d{1,15})\s*(;\s*frozen\s*)?$/.exec(header ?? '')
  return match?.[1] ? { now: Number(match[1]), frozen: match[2] !== undefined } : null
}
