import { type BillingClient, createClient } from '@per-second/client'

export type FakeBilling = { billing: BillingClient; requests: string[]; products: Record<string, unknown>[] }

/** The official client on a transport that remembers products and sessions, and answers everything else with 404. */
export function createFakeBilling(options: { down?: boolean } = {}): FakeBilling {
  const requests: string[] = []
  const products: Record<string, unknown>[] = []
  const created = new Map<string, Record<string, unknown>>()
  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (options.down) throw new TypeError('fetch failed')
    const { pathname } = new URL(String(input))
    const call = `${init?.method} ${pathname}`
    requests.push(call)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    if (call === 'GET /v1/products') return Response.json(list(products))
    const make = (fields: Record<string, unknown>) => {
      const key = new Headers(init?.headers).get('idempotency-key') ?? ''
      const made = created.get(key) ?? fields
      if (!created.has(key) && fields.object === 'product') products.unshift(made)
      created.set(key, made)
      return Response.json(made)
    }
    if (call === 'POST /v1/products') {
      const defaults = { object: 'product', active: true, start_mode: 'checkout' }
      return make({ id: `prod_${products.length + 1}`, ...defaults, ...body })
    }
    const product = products.find(({ id }) => id === body.product)
    if (call === 'POST /v1/checkout/sessions' && product) {
      return make({ id: 'cs_1', object: 'checkout.session', status: 'open', ...body, product })
    }
    const session = [...created.values()].find(({ id }) => pathname === `/v1/checkout/sessions/${id}`)
    if (session) return Response.json(session)
    return Response.json({ error: { type: 'not_found', message: 'No such object.' } }, { status: 404 })
  }

  const billing = createClient({
    apiKey: 'sk_test_secret',
    baseUrl: 'http://billing.test',
    fetch: answer,
    maxRetries: 0,
  })
  return { billing, requests, products }
}
