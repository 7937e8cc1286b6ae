import { type BillingClient, createClient } from '@per-second/client'

/** The store's client. A page says after eleven seconds that the service does not respond. */
export function createStoreBilling({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }): BillingClient {
  return createClient({ apiKey, baseUrl, maxRetries: 1, timeoutMs: 5_000, totalTimeoutMs: 11_000 })
}
