import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as stub from './stub-objects.ts'

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export type StubService = AsyncDisposable & { url: string; received: string[] }

/**
 * A real HTTP server that answers as the service would, over one object of each kind and five invoices. The first
 * response to every creation of a product is a 429, so a successful caller has retried.
 */
export async function startStubService(): Promise<StubService> {
  const received: string[] = []
  const throttled = new Set<string>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stub')
    const body = await text(request)
    const operation = `${request.method} ${pathname}`
    received.push(operation)
    const key = request.headers['idempotency-key'] as string | undefined
    const answer = answerTo(operation, searchParams, body === '' ? {} : JSON.parse(body))
    const first = operation === 'POST /v1/products' && key !== undefined && !throttled.has(key)
    if (first) throttled.add(key)
    const { status, body: object, headers } = first ? LIMITED : answer
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1', ...headers })
    response.end(JSON.stringify(object))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const LIMITED: Answer = {
  status: 429,
  body: { error: { type: 'rate_limit_error', message: 'Slow down.', code: 'rate_limit_exceeded' } },
  headers: { 'retry-after': '0' },
}

function answerTo(operation: string, query: URLSearchParams, body: object): Answer {
  const ok = (object: unknown): Answer => ({ status: 200, body: object })
  switch (operation) {
    case 'POST /v1/products':
      return ok({ ...stub.product, ...body })
    case 'POST /v1/checkout/sessions':
      return ok({ ...stub.session, ...body, product: stub.product })
    case 'GET /v1/customers/cus_1':
      return ok(stub.customer)
    case 'GET /v1/subscriptions/sub_1':
    case 'POST /v1/subscriptions/sub_1/start':
      return ok(stub.subscription)
    case 'POST /v1/subscriptions/sub_1/cancel':
      return ok({ ...stub.subscription, status: 'canceled', cancel_reason: 'merchant' })
    case 'GET /v1/invoices':
      return ok(invoicePage(query))
    case 'POST /v1/webhook_endpoints':
      return ok({ ...stub.webhookEndpoint, ...body })
    case 'DELETE /v1/webhook_endpoints/we_1':
      return ok({ id: 'we_1', object: 'webhook_endpoint', deleted: true })
    case 'POST /v1/test_helpers/clock':
    case 'POST /v1/test_helpers/clock/advance':
      return ok({ ...stub.clock, frozen: true })
    default: {
      const error = { type: 'not_found', message: 'No such object.', code: 'resource_missing', param: 'id' }
      return { status: 404, body: { error } }
    }
  }
}

function invoicePage(query: URLSearchParams) {
  const after = stub.invoices.findIndex(({ id }) => id === query.get('starting_after'))
  const rest = stub.invoices.slice(after + 1)
  const data = rest.slice(0, Number(query.get('limit') ?? 10))
  return { object: 'list', data, has_more: data.length < rest.length, url: '/v1/invoices' }
}
