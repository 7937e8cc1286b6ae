import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const SESSION = {
  id: 'cs_bench',
  object: 'checkout.session',
  status: 'open',
  livemode: false,
  created: 1_790_000_000,
  expires_at: 4_000_000_000,
  success_url: 'https://shop.example/done',
  cancel_url: 'https://shop.example/cart',
  product: {
    id: 'prod_bench',
    object: 'product',
    name: 'A100 GPU, 80 GB',
    description: null,
    rate_usd_per_second: '0.000277',
    rate_per_second_wei: '277',
    currency: 'ausd',
    allow_pause: true,
    start_mode: 'checkout',
    active: true,
    active_subscriptions: 0,
    livemode: false,
    created: 1_790_000_000,
  },
  merchant: { name: 'Northwind Compute', logo_url: null, accent: null, support_url: null },
  customer: null,
  subscription: null,
  max_duration_seconds: null,
  max_escrow_usd: null,
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
<script type="module" src="/cdn/billing-authorise.js"></script>
<billing-authorise session="${SESSION.id}"></billing-authorise>`

/** The least a page can do: one module without a library, one request, one amount written. */
const FLOOR_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<script type="module" src="/floor.js"></script><p part="max-escrow"></p>`
const FLOOR_SCRIPT = `const answer = await fetch('/v1/client/checkout/sessions/${SESSION.id}')
const { product } = await answer.json()
document.querySelector('p').textContent = '$' + (product.rate_usd_per_second * 3600).toFixed(4)`

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' }

export type ElementSite = { url: string; close(): Promise<void> }

/** A shop's page with the built element from `cdn`, a page that does the least there is, and the one answer of the service. */
export async function serveElement(cdn: string): Promise<ElementSite> {
  const fixed: Record<string, { type: string; body: string }> = {
    '/element': { type: TYPES['.html'] ?? '', body: PAGE },
    '/floor': { type: TYPES['.html'] ?? '', body: FLOOR_PAGE },
    '/floor.js': { type: TYPES['.js'] ?? '', body: FLOOR_SCRIPT },
    [`/v1/client/checkout/sessions/${SESSION.id}`]: {
      type: 'application/json',
      body: JSON.stringify(SESSION),
    },
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const answer = fixed[path]
    if (answer) {
      response.writeHead(200, { 'content-type': answer.type, 'cache-control': 'no-store' }).end(answer.body)
      return
    }
    readFile(join(cdn, path.replace(/^\/cdn\//, ''))).then(
      body => {
        const type = TYPES[extname(path)] ?? 'text/plain'
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
