import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createClient, WebhookVerificationError, webhooks } from '@per-second/client'
import { Hono } from 'hono'
import { html } from 'hono/html'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', WEBHOOK_SECRET, PORT = '3000' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product =
  products.find(({ name }) => name === 'GPU') ??
  (await billing.products.create({ name: 'GPU', rate_usd_per_second: '0.000277' }))

const app = new Hono()
const element = {
  root: 'node_modules/@per-second/authorise/cdn',
  rewriteRequestPath: path => path.slice('/element'.length),
}
app.use('/element/*', serveStatic(element))

app.get('/', async context => {
  const session = await billing.checkout.sessions.create({
    product: product.id,
    success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
    cancel_url: shop,
  })
  return context.html(page('Rent a GPU', session.id))
})

// Any visitor can type this address: the session tells whether it is true.
app.get('/thanks', async context => {
  const session = await billing.checkout.sessions.retrieve(context.req.query('session') ?? '')
  if (session.status !== 'complete') return context.text('Not authorised.', 400)
  return context.html(page('Your GPU is ready', session.id))
})

app.post('/webhooks', async context => {
  try {
    const event = await webhooks.verify(await context.req.text(), context.req.raw.headers, WEBHOOK_SECRET)
    console.log(`webhook: ${event.type}`)
    return context.body(null, 204)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return context.text(error.code, 400)
    throw error
  }
})

serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(shop))

function page(title, session) {
  return html`<!doctype html>
    <html lang="en">
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <script type="module" src="/element/billing-authorise.js"></script>
      <h1>${title}</h1>
      <billing-authorise session="${session}" base-url="${BILLING_URL}"></billing-authorise>
      <!-- A wallet for a first try, from a local service. Remove it where money is real. -->
      <script src="${BILLING_URL}/_local/test-wallet.js"></script>
    </html>`
}
