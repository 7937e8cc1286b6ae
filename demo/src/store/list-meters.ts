import type { BillingClient, Subscription } from '@per-second/client'

const MOST = 500
const HIDDEN = new Set(['incomplete', 'incomplete_expired'])

/** Every meter that was authorised, newest first, at most the 500 newest subscriptions' worth. */
export async function listMeters(billing: BillingClient, signal?: AbortSignal): Promise<Subscription[]> {
  const subscriptions: Subscription[] = []
  for await (const subscription of billing.subscriptions.list({ limit: 100 }, signal ? { signal } : {})) {
    if (subscriptions.push(subscription) >= MOST) break
  }
  return subscriptions.filter(({ status }) => !HIDDEN.has(status))
}
