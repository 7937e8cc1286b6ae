import { type BillingClient, type ClientOptions, createClient } from '@per-second/client'

/** The store's client. A page says after eleven seconds that the service does not respond. */
export function createStoreBilling(
  service: Pick<ClientOptions, 'apiKey' | 'baseUrl' | 'adminToken'>,
): BillingClient {
  return createClient({ ...service, maxRetries: 1, timeoutMs: 5_000, totalTimeoutMs: 11_000 })
}
