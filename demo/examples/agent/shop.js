import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, webhooks } from '@per-second/client'

const { BILLING_KEY, BILLING_URL = 'http://127.0.0.1:4243', WEBHOOK_SECRET, PORT = '3000' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product =
  products.find(({ name }) => name === 'H100') ??
  (await billing.products.create({ name: 'H100', rate_usd_per_second: '0.000692' }))

/** The machine of each subscription. Keep this in your database. */
const machines = new Map()
let count = 0

function handle({ type, data: { object } }) {
  console.log(`webhook: ${type}`)
  if (type === 'subscription.started') start(object)
  if (type === 'subscription.ending') console.log(`machine ${machines.get(object.id)}: ends soon`)
  // A replaced meter has a successor, which keeps the machine.
  const isOver = type === 'subscription.ended' || type === 'subscription.canceled'
  if (isOver && object.cancel_reason !== 'replaced') console.log(`machine ${machines.get(object.id)}: off`)
}

/** Webhooks may come twice: a machine is switched on once. */
function start({ id, replaces }) {
  if (machines.has(id)) return
  const kept = machines.get(replaces)
  machines.set(id, kept ?? ++count)
  console.log(`machine ${machines.get(id)}: ${kept ? 'stays on' : 'on'}`)
}

const routes = {
  'GET /': () => 'POST /rent gives a checkout session for a machine.',

  'POST /rent': async () => {
    const session = await billing.checkout.sessions.create({
      product: product.id,
      success_url: shop,
      cancel_url: shop,
    })
    return JSON.stringify({ session: session.id })
  },

  'POST /webhooks': async request => {
    handle(await webhooks.verify(await text(request), request.headers, WEBHOOK_SECRET))
    return ''
  },
}

createServer(async (request, response) => {
  try {
    const route = routes[`${request.method} ${request.url}`]
    response.writeHead(route ? 200 : 404).end(route ? await route(request) : 'Not here.')
  } catch (error) {
    response.writeHead(400).end(error.message)
  }
}).listen(PORT, () => console.log(shop))
