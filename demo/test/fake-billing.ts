import { type BillingClient, createClient } from '@per-second/client'

type Fields = Record<string, unknown>

export type FakeBilling = {
  billing: BillingClient
  requests: string[]
  products: Fields[]
  /** To be changed by tests: what the service would do by itself. */
  sessions: Fields[]
  subscriptions: Fields[]
}

/** The official client on a transport that remembers products, sessions and subscriptions, and answers everything else with 404. */
export function createFakeBilling(options: { down?: boolean; hold?: Promise<void> } = {}): FakeBilling {
  const requests: string[] = []
  const products: Fields[] = []
  const sessions: Fields[] = []
  const subscriptions: Fields[] = []
  const created = new Map<string, Fields>()
  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { pathname } = new URL(String(input))
    const call = `${init?.method} ${pathname}`
    requests.push(call)
    await options.hold
    if (options.down) throw new TypeError('fetch failed')
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    if (call === 'GET /v1/products') return Response.json(list(products))
    if (call === 'GET /v1/subscriptions') return Response.json(list(subscriptions))
    if (call === 'GET /v1/invoices' || call === 'GET /v1/customers') return Response.json(list([]))
    const make = (fields: Fields, among: Fields[]) => {
      const key = new Headers(init?.headers).get('idempotency-key') ?? ''
      const made = created.get(key) ?? fields
      if (!created.has(key)) among.unshift(made)
      created.set(key, made)
      return Response.json(made)
    }
    if (call === 'POST /v1/products') {
      const defaults = { object: 'product', active: true, start_mode: 'checkout' }
      return make({ id: `prod_${products.length + 1}`, ...defaults, ...body }, products)
    }
    const product = products.find(({ id }) => id === body.product)
    if (call === 'POST /v1/checkout/sessions' && product) {
      const defaults = { object: 'checkout.session', status: 'open', subscription: null }
      return make({ id: `cs_${sessions.length + 1}`, ...defaults, ...body, product }, sessions)
    }
    const found =
      sessions.find(({ id }) => pathname === `/v1/checkout/sessions/${id}`) ??
      subscriptions.find(({ id }) => pathname === `/v1/subscriptions/${id}`)
    if (found) return Response.json(found)
    return Response.json({ error: { type: 'not_found', message: 'No such object.' } }, { status: 404 })
  }

  const billing = createClient({
    apiKey: 'sk_test_secret',
    baseUrl: 'http://billing.test',
    fetch: answer,
    maxRetries: 0,
  })
  return { billing, requests, products, sessions, subscriptions }
}
