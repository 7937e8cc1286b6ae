import { createClient, WebhookVerificationError, webhooks } from '@per-second/client'
import express from 'express'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', WEBHOOK_SECRET, PORT = '3000' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product =
  products.find(({ name }) => name === 'GPU') ??
  (await billing.products.create({ name: 'GPU', rate_usd_per_second: '0.000277' }))

const app = express()
app.use(express.static('dist/browser'))

app.post('/checkout', async (_request, response) => {
  const session = await billing.checkout.sessions.create({
    product: product.id,
    success_url: `${shop}/?session={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
  })
  response.json({ session: session.id, billingUrl: BILLING_URL })
})

// The page asks after its return: the address alone proves nothing.
app.get('/checkout/:session', async (request, response) => {
  const { status } = await billing.checkout.sessions.retrieve(request.params.session)
  response.json({ isComplete: status === 'complete', billingUrl: BILLING_URL })
})

// The body as it came, not parsed: the signature is over these bytes.
app.post('/webhooks', express.text({ type: '*/*' }), async (request, response) => {
  try {
    const event = await webhooks.verify(request.body, request.headers, WEBHOOK_SECRET)
    console.log(`webhook: ${event.type}`)
    response.sendStatus(204)
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    response.status(400).send(error.code)
  }
})

app.listen(PORT, error => {
  if (error) throw error
  console.log(shop)
})
