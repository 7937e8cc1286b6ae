import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

/** Events since the last one that was handled, oldest first. */
async function* missedSince(eventId: string) {
  yield* billing.events.list({ ending_before: eventId, limit: 100 })
}

for await (const event of missedSince(process.env.LAST_EVENT ?? '')) console.log(event.id, event.type)
