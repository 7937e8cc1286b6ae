import type { CapFixedBy } from '@per-second/protocol/types'

/** Reads `Billing-Cap`; null when it is missing, malformed or hidden from the page by CORS: then nobody is said to have set it. */
export function parseBillingCap(header: string | null): CapFixedBy | null {
  return header === 'merchant' || header === 'subscriber' ? header : null
}
