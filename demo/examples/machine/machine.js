import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, webhooks } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', WEBHOOK_SECRET, PORT = '3000' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
const MACHINE = {
  name: 'Coffee machine',
  rate_usd_per_second: '0.000277',
  // No second is charged before the machine runs.
  start_mode: 'merchant',
  allow_pause: true,
}
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product = products.find(({ name }) => name === MACHINE.name) ?? (await billing.products.create(MACHINE))

/** The machine: it takes a moment to get warm, runs, and rests now and then. */
const machine = {
  async boot(subscription) {
    console.log('machine: warming up')
    await delay(1_000)
    await billing.subscriptions.start(subscription)
    console.log('machine: running')
  },
  async rest(subscription) {
    await billing.subscriptions.pause(subscription)
    console.log('machine: resting')
    await delay(1_000)
    await billing.subscriptions.resume(subscription)
    console.log('machine: running')
  },
}

async function handle(event) {
  console.log(`webhook: ${event.type}`)
  if (event.type === 'checkout.session.completed') {
    await machine.boot(event.data.object.subscription)
    await machine.rest(event.data.object.subscription)
  }
  if (event.type === 'subscription.canceled' || event.type === 'subscription.ended')
    console.log('machine: off')
}

const routes = {
  'GET /': async () => {
    const session = await billing.checkout.sessions.create({
      product: product.id,
      success_url: `${shop}/machine?session={CHECKOUT_SESSION_ID}`,
      cancel_url: shop,
    })
    return page('Rent a coffee machine', session.id)
  },

  'GET /machine': async ({ query }) => {
    const session = await billing.checkout.sessions.retrieve(query.get('session') ?? '')
    return session.status === 'complete' ? page('Your coffee machine', session.id) : 'Not authorised.'
  },

  'POST /webhooks': async ({ request }) => {
    const event = await webhooks.verify(await text(request), request.headers, WEBHOOK_SECRET)
    // Answer first, work then: a machine takes longer than a webhook waits.
    handle(event).catch(error => console.error(error))
    return ''
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
    const route = routes[`${request.method} ${pathname}`]
    const body = route ? await route({ request, query }) : 'Not here.'
    response.writeHead(route ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(body)
  } catch (error) {
    response.writeHead(400).end(error.message)
  }
}).listen(PORT, () => console.log(shop))

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
