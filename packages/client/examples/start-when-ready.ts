import { createClient } from '@per-second/client'

const billing = createClient({
  apiKey: process.env.BILLING_KEY,
  baseUrl: process.env.BILLING_URL ?? 'https://billing.example',
})

/** Called again for the same order, even after a crash, this starts one meter. */
async function onMachineReady(orderId: string, subscriptionId: string): Promise<void> {
  const subscription = await billing.subscriptions.start(subscriptionId, {
    idempotencyKey: `start-${orderId}`,
    signal: AbortSignal.timeout(60_000),
  })
  console.log(subscription.status, subscription.started_at)
}

await onMachineReady('order-1', 'sub_1')
