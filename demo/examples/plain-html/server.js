import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, webhooks } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', WEBHOOK_SECRET, PORT = '3000' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product =
  products.find(({ name }) => name === 'GPU') ??
  (await billing.products.create({ name: 'GPU', rate_usd_per_second: '0.000277' }))

const routes = {
  'GET /': () => page(readFile('index.html')),

  'POST /checkout': async () => {
    const session = await billing.checkout.sessions.create({
      product: product.id,
      success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
      cancel_url: shop,
    })
    return {
      type: 'application/json',
      body: JSON.stringify({ session: session.id, billing_url: BILLING_URL }),
    }
  },

  // Any visitor can type this address: the session tells whether it is true.
  'GET /thanks': async ({ query }) => {
    const session = await billing.checkout.sessions.retrieve(query.get('session') ?? '')
    if (session.status !== 'complete') return page('Not authorised.')
    return page(`<!doctype html><html lang="en"><title>Your GPU</title><link rel="icon" href="data:,">
      <script type="module" src="/element/billing-authorise.js"></script>
      <h1>Your GPU is ready</h1>
      <billing-authorise session="${session.id}" base-url="${BILLING_URL}"></billing-authorise>
      <script src="${BILLING_URL}/_local/test-wallet.js"></script>`)
  },

  // The body as it came: verify before you parse.
  'POST /webhooks': async ({ request }) => {
    const event = await webhooks.verify(await text(request), request.headers, WEBHOOK_SECRET)
    console.log(`webhook: ${event.type}`)
    return { status: 204 }
  },
}

createServer(async (request, response) => {
  try {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', shop)
    if (pathname.startsWith('/element/') && !pathname.includes('..')) {
      const file = await readFile(
        `node_modules/@per-second/authorise/cdn/${pathname.slice('/element/'.length)}`,
      )
      return response.setHeader('Content-Type', 'text/javascript').end(file)
    }
    const route = routes[`${request.method} ${pathname}`] ?? (() => ({ status: 404, body: 'Not here.' }))
    const { status = 200, type = 'text/plain', body = '' } = await route({ request, query })
    response.writeHead(status, { 'Content-Type': type }).end(body)
  } catch (error) {
    response.writeHead(400).end(error.message)
  }
}).listen(PORT, () => console.log(shop))

async function page(body) {
  return { type: 'text/html; charset=utf-8', body: await body }
}
