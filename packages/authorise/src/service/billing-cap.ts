import type { CapFixedBy } from '@per-second/protocol/types'

/** Reads `Billing-Cap`. Null when it is missing, malformed or hidden from the page by CORS. */
export function parseBillingCap(header: string | null): CapFixedBy | null {
  return header === 'merchant' || header === 'subscriber' ? header : null
}
