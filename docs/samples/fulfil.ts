import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

/** Whether to hand over the machine, as the service reports it, not the page. */
async function isPaidFor(sessionId: string): Promise<boolean> {
  const session = await billing.checkout.sessions.retrieve(sessionId)
  if (session.status !== 'complete' || session.subscription === null) return false
  const meter = await billing.subscriptions.retrieve(session.subscription)
  return meter.status === 'running' || meter.status === 'pending_start'
}

console.log(await isPaidFor(process.env.SESSION ?? ''))
