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
app.use('/element', express.static('node_modules/@per-second/authorise/cdn'))

app.get('/', async (_request, response) => {
  const session = await billing.checkout.sessions.create({
    product: product.id,
    success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
  })
  response.send(page('Rent a GPU', session.id))
})

// Any visitor can type this address: the session tells whether it is true.
app.get('/thanks', async (request, response) => {
  const session = await billing.checkout.sessions.retrieve(String(request.query.session))
  if (session.status !== 'complete') return response.status(400).send('Not authorised.')
  response.send(page('Your GPU is ready', session.id))
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

function page(title, session) {
  return `<!doctype html>
<html lang="en">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <script type="module" src="/element/billing-authorise.js"></script>
  <h1>${title}</h1>
  <billing-authorise session="${session}" base-url="${BILLING_URL}"></billing-authorise>
  <!-- A wallet for a first try, from a local service. Remove it where money is real. -->
  <script src="${BILLING_URL}/_local/test-wallet.js"></script>
</html>`
}
