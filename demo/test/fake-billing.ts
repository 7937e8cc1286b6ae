import { type BillingClient, createClient } from '@per-second/client'

type Fields = Record<string, unknown>

export type FakeBilling = {
  billing: BillingClient
  /** With their query. */
  requests: string[]
  products: Fields[]
  /** Tests change these as the service would by itself. */
  sessions: Fields[]
  subscriptions: Fields[]
  customers: Fields[]
  invoices: Fields[]
  /** Newest first. */
  events: Fields[]
  deliveries: Fields[]
  endpoints: Fields[]
  /** The faucet's. */
  gifts: Fields[]
}

const DELIVERED = {
  status: 'delivered',
  attempts: 1,
  response_status: 204,
  failure: null,
  next_attempt_at: null,
}

/** The official client on a transport that serves its lists, and answers everything else with 404. */
export function createFakeBilling(options: { down?: boolean; hold?: Promise<void> } = {}): FakeBilling {
  const requests: string[] = []
  const products: Fields[] = []
  const sessions: Fields[] = []
  const subscriptions: Fields[] = []
  const customers: Fields[] = []
  const invoices: Fields[] = []
  const events: Fields[] = []
  const deliveries: Fields[] = []
  const endpoints: Fields[] = []
  const gifts: Fields[] = []
  const created = new Map<string, Fields>()
  const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { pathname, search, searchParams } = new URL(String(input))
    const call = `${init?.method} ${pathname}`
    requests.push(`${call}${search}`)
    await options.hold
    if (options.down) throw new TypeError('fetch failed')
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    if (call === 'GET /v1/products') return Response.json(list(products))
    if (call === 'GET /v1/subscriptions') return Response.json(list(subscriptions))
    if (call === 'GET /v1/invoices') return Response.json(list(invoices))
    if (call === 'GET /v1/customers') return Response.json(list(customers))
    if (call === 'GET /v1/checkout/sessions') return Response.json(list(sessions))
    if (call === 'GET /v1/test_helpers/clock')
      return Response.json({ object: 'test_clock', now: 1_790_000_000 })
    if (call === 'GET /v1/webhook_endpoints') return Response.json(list(endpoints))
    if (call === 'POST /_local/faucet') {
      gifts.push(body)
      return Response.json({ tx_hash: '0x' })
    }
    if (call === 'GET /v1/events') return eventPage(searchParams)
    const eventId = pathname.match(/^\/v1\/events\/(\w+)\/(?:deliveries|resend)$/)?.[1]
    const ofEvent = deliveries.filter(({ event }) => event === eventId)
    if (eventId && init?.method === 'GET') return Response.json(list(ofEvent))
    if (eventId) {
      const delivery = ofEvent.find(({ webhook_endpoint }) => webhook_endpoint === body.webhook_endpoint)
      const message = 'This webhook endpoint is disabled.'
      if (!delivery)
        return Response.json({ error: { type: 'invalid_request_error', message } }, { status: 400 })
      return Response.json(Object.assign(delivery, DELIVERED))
    }
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
    if (call === 'POST /v1/checkout/sessions' && product?.active === false) {
      const message = 'This product is not active.'
      const error = { type: 'invalid_request_error', message, code: 'product_inactive', param: 'product' }
      return Response.json({ error }, { status: 400 })
    }
    if (call === 'POST /v1/checkout/sessions' && product) {
      const defaults = { object: 'checkout.session', status: 'open', subscription: null }
      return make({ id: `cs_${sessions.length + 1}`, ...defaults, ...body, product }, sessions)
    }
    const found =
      sessions.find(({ id }) => pathname === `/v1/checkout/sessions/${id}`) ??
      subscriptions.find(({ id }) => pathname === `/v1/subscriptions/${id}`) ??
      products.find(({ id }) => pathname === `/v1/products/${id}`) ??
      customers.find(({ id }) => pathname === `/v1/customers/${id}`) ??
      events.find(({ id }) => pathname === `/v1/events/${id}`)
    if (found) return Response.json(found)
    return Response.json({ error: { type: 'not_found', message: 'No such object.' } }, { status: 404 })
  }

  function eventPage(query: URLSearchParams): Response {
    const before = query.get('ending_before')
    const limit = Number(query.get('limit') ?? 10)
    const cursor = events.findIndex(({ id }) => id === before)
    if (before !== null && cursor < 0) {
      const error = { type: 'invalid_request_error', message: 'No such event.', code: 'resource_missing' }
      return Response.json({ error }, { status: 400 })
    }
    const after = events.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = before === null ? events.slice(after, after + limit) : events.slice(0, cursor).slice(-limit)
    const hasMore = before === null ? events.length > after + limit : cursor > limit
    return Response.json({ ...list(data), has_more: hasMore })
  }

  const billing = createClient({
    apiKey: 'sk_test_secret',
    adminToken: 'local_admin',
    baseUrl: 'http://billing.test',
    fetch: answer,
    maxRetries: 0,
  })
  return {
    billing,
    requests,
    products,
    sessions,
    subscriptions,
    customers,
    invoices,
    events,
    deliveries,
    endpoints,
    gifts,
  }
}
