import { createClient } from '@per-second/client'

export const BILLING_URL = process.env.BILLING_URL ?? 'http://127.0.0.1:4243'

/** On the server only: the key must never reach a page. */
export function billing() {
  return createClient({ apiKey: process.env.BILLING_KEY, baseUrl: BILLING_URL })
}
