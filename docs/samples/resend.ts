import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', EVENT = '' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

const { data: deliveries } = await billing.events.deliveries(EVENT)
for (const { status, attempts, response_status, failure, webhook_endpoint } of deliveries) {
  console.log(webhook_endpoint, status, attempts, response_status ?? failure)
  if (status !== 'delivered') await billing.events.resend(EVENT, { webhook_endpoint })
}
