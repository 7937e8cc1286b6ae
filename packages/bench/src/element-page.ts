import { SESSION } from '../../authorise/test/fixtures.ts'
import { type Site, serve } from '../../authorise/test/site.ts'

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
<script type="module" src="/cdn/billing-authorise.js"></script>
<billing-authorise session="${SESSION.id}"></billing-authorise>`

/** The least a page can do: one module without a library, one request, one amount written. */
const FLOOR_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<script type="module" src="/floor.js"></script><p part="max-escrow"></p>`
const FLOOR_SCRIPT = `const answer = await fetch('/v1/client/checkout/sessions/${SESSION.id}')
const { product } = await answer.json()
document.querySelector('p').textContent = '$' + (product.rate_usd_per_second * 3600).toFixed(4)`

/** A shop's page with the built element from `cdn`, a page that does the least there is, and the one answer of the service. */
export function serveElement(cdn: string): Promise<Site> {
  const pages = {
    '/element': PAGE,
    '/floor': FLOOR_PAGE,
    '/floor.js': FLOOR_SCRIPT,
    [`/v1/client/checkout/sessions/${SESSION.id}`]: JSON.stringify(SESSION),
  }
  return serve(pages, { '/cdn/': cdn })
}
