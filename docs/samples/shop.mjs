// shop.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createClient } from '@per-second/client'

const { BILLING_KEY, BILLING_URL, PORT = '4300' } = process.env
const shop = `http://localhost:${PORT}`
const billing = createClient({ apiKey: BILLING_KEY, baseUrl: BILLING_URL })
// Created once: a later start finds it.
const { data: products } = await billing.products.list({ limit: 100 })
const product =
  products.find(({ name }) => name === 'GPU') ??
  (await billing.products.create({ name: 'GPU', rate_usd_per_second: '0.000277' }))

const pages = {
  // The element shows the rate and asks the subscriber to sign once.
  '/': async () => {
    const session = await billing.checkout.sessions.create({
      product: product.id,
      success_url: `${shop}/thanks?session={CHECKOUT_SESSION_ID}`,
      cancel_url: shop,
    })
    return (
      `<script src="${BILLING_URL}/_local/test-wallet.js"></script>` +
      '<script type="module" src="/billing-authorise/billing-authorise.js"></script>' +
      '<billing-authorise session="' +
      session.id +
      '" base-url="' +
      BILLING_URL +
      '"></billing-authorise>'
    )
  },
  // A visitor can type this address by hand: the session tells the truth.
  '/thanks': async query => {
    const { status, subscription } = await billing.checkout.sessions.retrieve(query.get('session'))
    if (status !== 'complete') return 'Not authorised.'
    const meter = await billing.subscriptions.retrieve(subscription)
    const stop = `/stop?subscription=${subscription}`
    const seconds = meter.elapsed_seconds
    return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}, $${meter.accrued_usd} <a href="${stop}">Stop</a>`
  },
  // A real shop checks that the meter belongs to the signed-in customer.
  '/stop': async query => {
    const meter = await billing.subscriptions.cancel(query.get('subscription'))
    return `$${meter.settled_usd} paid, $${meter.refunded_usd} returned.`
  },
}

createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url, shop)
    if (pathname.startsWith('/billing-authorise/')) {
      response.setHeader('Content-Type', 'text/javascript')
      return response.end(await readFile(`.${pathname}`))
    }
    const page = pages[pathname]
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.statusCode = page ? 200 : 404
    response.end(`<!doctype html><html lang="en">${page ? await page(searchParams) : 'Not here.'}`)
  } catch (error) {
    // The message repeats the session of the address. Plain text keeps markup in it from running.
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.statusCode = 400
    response.end(error.message)
  }
}).listen(PORT, () => console.log(shop))
