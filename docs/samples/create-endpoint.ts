import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243' } = process.env
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })

const endpoint = await billing.webhookEndpoints.create({
  url: 'https://shop.example/hooks/billing',
  events: ['checkout.session.completed', 'invoice.paid', 'subscription.ended', 'subscription.canceled'],
})
// Shown once: keep it where your receiver finds it.
console.log(`WEBHOOK_SECRET=${endpoint.secret}`)
