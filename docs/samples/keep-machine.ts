import { type BillingEvent, createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

/** The machine of each subscription. Keep this in your database. */
const machines = new Map<string, string>()

/** Call this from your webhook, too. */
function handle(event: BillingEvent): void {
  if (event.type === 'subscription.started') {
    const { id, replaces } = event.data.object
    const kept = replaces === null ? undefined : machines.get(replaces)
    machines.set(id, kept ?? `machine of ${id}`)
    console.log(machines.get(id), kept ? 'stays on' : 'on')
  }
  if (event.type === 'subscription.ended' || event.type === 'subscription.canceled') {
    const { id, cancel_reason } = event.data.object
    if (cancel_reason !== 'replaced') console.log(machines.get(id), 'off')
  }
}

for await (const event of billing.events.list({ ending_before: process.env.LAST_EVENT ?? '', limit: 100 }))
  handle(event)
