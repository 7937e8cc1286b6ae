import { setTimeout as wait } from 'node:timers/promises'
import type { BillingClient } from '@per-second/client'

const ASK_EVERY_MS = 150
const LONGEST_MS = 3_000

/** Resends an event, and waits a little for the receiver's response, which the person at the button wants to see. */
export async function resendAndWait(billing: BillingClient, event: string, endpoint: string): Promise<void> {
  await billing.events.resend(event, { webhook_endpoint: endpoint })
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await wait(ASK_EVERY_MS)) {
    const { data } = await billing.events.deliveries(event)
    const delivery = data.find(({ webhook_endpoint }) => webhook_endpoint === endpoint)
    if (!delivery || delivery.attempts > 0) return
  }
}
