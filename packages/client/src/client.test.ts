import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Answer, startLocalService } from '../test/local-service.ts'
import { type ClientOptions, createClient } from './client.ts'
import {
  ApiError,
  AuthenticationError,
  type BillingError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
} from './request/errors.ts'

const KEY = 'sk_test_0123456789abcdef'
const CUSTOMER: Answer = { status: 200, body: { id: 'cus_1', object: 'customer' } }
const AT_ONCE = { 'retry-after': '0' }

function failing(status: number, error: object, headers: Record<string, string> = {}): Answer {
  return { status, body: { error }, headers: { 'request-id': 'req_1', ...headers } }
}

const LIMITED = failing(
  429,
  { type: 'rate_limit_error', message: 'Slow down.', code: 'rate_limit_exceeded' },
  AT_ONCE,
)

function client(baseUrl: string, options: Partial<ClientOptions> = {}) {
  return createClient({ apiKey: KEY, baseUrl, ...options })
}

async function thrownBy(call: () => Promise<unknown>): Promise<BillingError> {
  return call().then(
    () => expect.fail('nothing was thrown'),
    error => error,
  )
}

function shown(error: BillingError) {
  const { status, type, message, param, code, requestId } = error
  return { status, type, message, param, code, requestId }
}

describe('the request', () => {
  test('a POST carries key, version, JSON body and an idempotency key', async () => {
    await using service = await startLocalService({ status: 200, body: { id: 'prod_1', object: 'product' } })
    const product = await client(service.url).products.create({
      name: 'H100',
      rate_usd_per_second: '0.000692',
    })

    expect(product).toEqual({ id: 'prod_1', object: 'product' })
    expect(service.received).toEqual([
      {
        method: 'POST',
        path: '/v1/products',
        headers: expect.objectContaining({
          authorization: `Bearer ${KEY}`,
          'billing-version': '2026-09-06',
          'content-type': 'application/json',
          'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
        }),
        body: { name: 'H100', rate_usd_per_second: '0.000692' },
      },
    ])
  })

  test('every method has its own path', async () => {
    await using service = await startLocalService({
      status: 200,
      body: { object: 'list', data: [], has_more: false },
    })
    const billing = client(`${service.url}/`)
    const { products, checkout, customers, subscriptions, invoices, events, webhookEndpoints } = billing
    const { clock } = billing.testHelpers
    await products.retrieve('prod_1')
    await products.update('prod_1', { active: false })
    await checkout.sessions.create({
      product: 'prod_1',
      success_url: 'https://a.example',
      cancel_url: 'https://a.example',
    })
    await checkout.sessions.retrieve('cs_1')
    await checkout.sessions.expire('cs_1')
    await customers.retrieve('cus_1')
    await subscriptions.retrieve('sub_1')
    await subscriptions.start('sub_1')
    await subscriptions.pause('sub_1')
    await subscriptions.resume('sub_1')
    await subscriptions.cancel('sub_1')
    await invoices.retrieve('in_1')
    await events.retrieve('evt_1')
    await events.deliveries('evt_1')
    await events.resend('evt_1', { webhook_endpoint: 'we_1' })
    await webhookEndpoints.create({ url: 'https://a.example' })
    await webhookEndpoints.retrieve('we_1')
    await webhookEndpoints.update('we_1', { rotate_secret: true })
    await webhookEndpoints.del('we_1')
    await clock.retrieve()
    await clock.freeze()
    await clock.release()
    await clock.advance({ seconds: 60 })
    await products.list()
    await checkout.sessions.list({ status: 'open' })
    await customers.list({ limit: 5 })
    await subscriptions.list({ status: 'running', starting_after: 'sub_1' })
    await events.list({ type: 'invoice.paid' })
    await webhookEndpoints.list()
    await invoices.list({ status: 'paid', subscription: 'sub_1', period_end: { gte: 1, lte: 2 } })

    const bodies = service.received.filter(({ path }) => path.includes('clock')).map(({ body }) => body)
    expect(bodies).toEqual([undefined, { frozen: true }, { frozen: false }, { seconds: 60 }])
    expect(service.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/products/prod_1',
      'POST /v1/products/prod_1',
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/cs_1',
      'POST /v1/checkout/sessions/cs_1/expire',
      'GET /v1/customers/cus_1',
      'GET /v1/subscriptions/sub_1',
      'POST /v1/subscriptions/sub_1/start',
      'POST /v1/subscriptions/sub_1/pause',
      'POST /v1/subscriptions/sub_1/resume',
      'POST /v1/subscriptions/sub_1/cancel',
      'GET /v1/invoices/in_1',
      'GET /v1/events/evt_1',
      'GET /v1/events/evt_1/deliveries',
      'POST /v1/events/evt_1/resend',
      'POST /v1/webhook_endpoints',
      'GET /v1/webhook_endpoints/we_1',
      'POST /v1/webhook_endpoints/we_1',
      'DELETE /v1/webhook_endpoints/we_1',
      'GET /v1/test_helpers/clock',
      'POST /v1/test_helpers/clock',
      'POST /v1/test_helpers/clock',
      'POST /v1/test_helpers/clock/advance',
      'GET /v1/products',
      'GET /v1/checkout/sessions?status=open',
      'GET /v1/customers?limit=5',
      'GET /v1/subscriptions?status=running&starting_after=sub_1',
      'GET /v1/events?type=invoice.paid',
      'GET /v1/webhook_endpoints',
      'GET /v1/invoices?status=paid&subscription=sub_1&period_end%5Bgte%5D=1&period_end%5Blte%5D=2',
    ])
  })

  test('an id cannot change the path, and an empty one is refused before sending', async () => {
    await using service = await startLocalService(CUSTOMER)
    const { customers } = client(service.url)
    await customers.retrieve('../products?x')
    expect(service.received[0]?.path).toBe('/v1/customers/..%2Fproducts%3Fx')

    for (const id of ['', '.', '..', 'cus_\ud800']) {
      expect(shown(await thrownBy(() => customers.retrieve(id)))).toEqual({
        status: undefined,
        type: 'invalid_request_error',
        message: `The id must be a non-empty string (got ${JSON.stringify(id)}).`,
        param: 'id',
        code: 'parameter_invalid',
        requestId: undefined,
      })
    }
    expect(service.received).toHaveLength(1)
  })
})

describe('errors', () => {
  const cases = [
    [401, 'authentication_error', AuthenticationError],
    [400, 'invalid_request_error', InvalidRequestError],
    [404, 'not_found', NotFoundError],
    [400, 'idempotency_error', IdempotencyError],
    [429, 'rate_limit_error', RateLimitError],
    [500, 'api_error', ApiError],
  ] as const

  test.each(cases)('%i %s is its own class', async (status, type, errorClass) => {
    const envelope = { type, message: 'No.', code: 'some_code', param: 'name' }
    await using service = await startLocalService(failing(status, envelope))
    const error = await thrownBy(() => client(service.url, { maxRetries: 0 }).customers.retrieve('cus_1'))
    expect(error.constructor).toBe(errorClass)
    expect(error.name).toBe(errorClass.name)
    expect(shown(error)).toEqual({ status, requestId: 'req_1', ...envelope })
    expect(error.docUrl).toBe(`${service.url}/docs/errors#some_code`)
  })

  test('not found and idempotency errors are invalid requests too', () => {
    expect(NotFoundError.prototype).toBeInstanceOf(InvalidRequestError)
    expect(IdempotencyError.prototype).toBeInstanceOf(InvalidRequestError)
  })

  test.each([
    [502, 'api_error'],
    [403, 'authentication_error'],
    [413, 'invalid_request_error'],
    [302, 'api_error'],
  ])("a proxy's %i page is told by its status", async (status, type) => {
    await using service = await startLocalService(response => {
      response.writeHead(status, { location: '/elsewhere' })
      response.end('<h1>Oops</h1>')
    })
    const error = await thrownBy(() => client(service.url, { maxRetries: 0 }).customers.retrieve('cus_1'))
    const message = `The service answered ${status} without a readable error.`
    expect(shown(error)).toEqual({
      status,
      type,
      message,
      param: undefined,
      code: undefined,
      requestId: undefined,
    })
    expect(service.received).toHaveLength(1)
  })

  test.each([
    [402, 'invalid_request_error'],
    [503, 'api_error'],
  ])(
    'a type that only a newer service knows is told by its status %i, in its words',
    async (status, type) => {
      const envelope = { type: 'payment_error', message: 'Topped out.', code: 'newer', param: 'amount' }
      await using service = await startLocalService(failing(status, envelope))
      const error = await thrownBy(() => client(service.url, { maxRetries: 0 }).customers.retrieve('cus_1'))
      expect(shown(error)).toEqual({ status, requestId: 'req_1', ...envelope, type })
    },
  )

  test('the code of a platform in front is not the service’s: it has no page', async () => {
    const envelope = { message: 'Gone fishing.', code: 'NOT_FOUND', param: 'path' }
    await using service = await startLocalService(failing(404, envelope))
    const error = await thrownBy(() => client(service.url).customers.retrieve('cus_1'))
    const { code, param, docUrl, message } = error
    expect([code, param, docUrl, message]).toEqual([undefined, undefined, undefined, 'Gone fishing.'])
  })

  test('a success that is not JSON is an API error', async () => {
    await using service = await startLocalService(response => response.end('hello'))
    const error = await thrownBy(() => client(service.url).customers.retrieve('cus_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error.message).toBe('The service answered 200, but not with a JSON object. Is baseUrl right?')
  })
})

describe('unknown options', () => {
  const told = ({ code, param, message }: BillingError) => [code, param, message]

  test('an option of the client', async () => {
    const error = await thrownBy(async () => client('http://127.0.0.1:1', { timeout: 5 } as never))
    expect(error).toBeInstanceOf(InvalidRequestError)
    const message = '"timeout" is not an option of createClient. Did you mean "timeoutMs"?'
    expect(told(error)).toEqual(['parameter_unknown', 'timeout', message])
  })

  test.each(['my-key', null, 5])('options that have no names (%j)', async options => {
    await using service = await startLocalService(CUSTOMER)
    const { pause } = client(service.url).subscriptions
    const message = 'Give an option of a call by its name: { timeoutMs: … }.'
    expect(told(await thrownBy(() => pause('sub_1', options as never)))).toEqual([
      'parameter_invalid',
      undefined,
      message,
    ])
    expect(service.received).toEqual([])
  })

  test.each([
    ['idempotency_key', 'Did you mean "idempotencyKey"?'],
    ['reason', 'Choose from: timeoutMs, totalTimeoutMs, maxRetries, idempotencyKey, signal.'],
  ])('the option %s of a call, before anything is sent', async (name, hint) => {
    await using service = await startLocalService(CUSTOMER)
    const { subscriptions, invoices } = client(service.url)
    for (const call of [
      () => subscriptions.pause('sub_1', { [name]: 'x' } as never),
      () => invoices.list({}, { [name]: 'x' } as never),
    ]) {
      const message = `"${name}" is not an option of a call. ${hint}`
      expect(told(await thrownBy(call))).toEqual(['parameter_unknown', name, message])
    }
    expect(service.received).toEqual([])
  })
})

describe('retries', () => {
  test('429 and 5xx are repeated with the same idempotency key', async () => {
    const broken = failing(503, { type: 'api_error', message: 'Later.' }, AT_ONCE)
    await using service = await startLocalService(LIMITED, broken, CUSTOMER)
    await expect(client(service.url).subscriptions.cancel('sub_1')).resolves.toEqual({
      id: 'cus_1',
      object: 'customer',
    })
    expect(service.received).toHaveLength(3)
    expect(new Set(service.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test("the caller's idempotency key is kept, and two calls have two", async () => {
    await using service = await startLocalService(LIMITED, CUSTOMER)
    const { subscriptions } = client(service.url)
    await subscriptions.pause('sub_1', { idempotencyKey: 'mine' })
    await subscriptions.pause('sub_1')
    await subscriptions.pause('sub_1')
    const [first, second, third, fourth] = service.received.map(({ headers }) => headers['idempotency-key'])
    expect([first, second]).toEqual(['mine', 'mine'])
    expect(third).not.toBe(fourth)
  })

  test('a GET has no idempotency key', async () => {
    await using service = await startLocalService(CUSTOMER)
    await client(service.url).customers.retrieve('cus_1')
    expect(service.received[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('a lost answer is repeated', async () => {
    await using service = await startLocalService(response => response.destroy(), CUSTOMER)
    await client(service.url).customers.retrieve('cus_1')
    expect(service.received).toHaveLength(2)
  })

  test('an answer cut off in its middle is repeated', async () => {
    const cut: Answer = response => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"id":', () => response.destroy())
    }
    await using service = await startLocalService(cut, CUSTOMER)
    await expect(client(service.url).customers.retrieve('cus_1')).resolves.toEqual({
      id: 'cus_1',
      object: 'customer',
    })
  })

  test('they end, with the last error', async () => {
    await using service = await startLocalService(LIMITED)
    const error = await thrownBy(() => client(service.url, { maxRetries: 2 }).customers.retrieve('cus_1'))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterSeconds: 0, code: 'rate_limit_exceeded' })
    expect(service.received).toHaveLength(3)
  })

  test('other refusals are not repeated', async () => {
    await using service = await startLocalService(
      failing(400, { type: 'invalid_request_error', message: 'No.' }),
    )
    await thrownBy(() => client(service.url).customers.retrieve('cus_1'))
    expect(service.received).toHaveLength(1)
  })
})

describe('time and abort', () => {
  test('an attempt that takes too long is a timeout', async () => {
    await using service = await startLocalService(() => {})
    const { customers } = client(service.url)
    const error = await thrownBy(() => customers.retrieve('cus_1', { timeoutMs: 30, maxRetries: 0 }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      code: 'timeout',
      message: `The service at ${service.url} did not answer within 30 ms.`,
      address: service.url,
      reason: 'timed_out',
    })
  })

  test('a signal ends a call that waits to retry', async () => {
    const limited = failing(429, { type: 'rate_limit_error', message: 'Slow down.' }, { 'retry-after': '50' })
    await using service = await startLocalService(limited)
    const controller = new AbortController()
    const call = thrownBy(() =>
      client(service.url).customers.retrieve('cus_1', { signal: controller.signal }),
    )
    await expect.poll(() => service.received.length).toBe(1)
    controller.abort(new Error('enough'))
    const error = await call
    expect(error).toMatchObject({ code: 'aborted', cause: new Error('enough') })
  })

  test('a signal ends a call in flight, without a retry, and an aborted one sends nothing', async () => {
    await using service = await startLocalService(() => {})
    const controller = new AbortController()
    const call = () =>
      thrownBy(() => client(service.url).customers.retrieve('cus_1', { signal: controller.signal }))
    const first = call()
    await expect.poll(() => service.received.length).toBe(1)
    controller.abort()
    expect(await first).toMatchObject({ code: 'aborted' })
    expect(await call()).toMatchObject({ code: 'aborted' })
    expect(service.received).toHaveLength(1)
  })
})

describe('the key', () => {
  const shownAnywhere = (value: unknown) =>
    [
      inspect(value, { depth: Infinity, showHidden: true, getters: true }),
      JSON.stringify(value),
      String(value),
      value instanceof Error ? `${value.stack} ${value.cause} ${(value.cause as Error)?.stack}` : '',
    ].join()

  async function failureWith(fetch: typeof globalThis.fetch) {
    const billing = createClient({ apiKey: KEY, baseUrl: 'https://billing.example', maxRetries: 0, fetch })
    return thrownBy(() => billing.products.create({ name: 'a', rate_usd_per_second: '1' }))
  }

  test('appears neither in the client nor in an error', async () => {
    await using service = await startLocalService(failing(500, { type: 'api_error', message: 'No.' }))
    const billing = client(service.url, { maxRetries: 0 })
    const answered = await thrownBy(() => billing.products.create({ name: 'a', rate_usd_per_second: '1' }))
    await service[Symbol.asyncDispose]()
    const unreachable = await thrownBy(() => billing.products.create({ name: 'a', rate_usd_per_second: '1' }))
    for (const value of [billing, answered, unreachable]) expect(shownAnywhere(value)).not.toContain(KEY)
  })

  test('is removed from the messages of a library or a proxy', async () => {
    const careless = await failureWith(async (_, init) => {
      const cause = Object.assign(new Error(`sent ${JSON.stringify(init?.headers)}`), { code: 'EFAIL' })
      throw Object.assign(new Error(`could not send ${KEY}`, { cause }), { config: init, request: { init } })
    })
    const quoting = await failureWith(async () =>
      Response.json({ error: { type: 'api_error', message: `bad header: Bearer ${KEY}` } }, { status: 500 }),
    )
    const everywhere = await failureWith(async () => {
      const error = { type: 'api_error', message: KEY, code: KEY, param: KEY }
      return Response.json({ error }, { status: 500, headers: { 'request-id': KEY } })
    })
    const odd = await failureWith(async () => Promise.reject(`cannot send ${KEY}`))
    for (const error of [careless, quoting, everywhere, odd]) expect(shownAnywhere(error)).not.toContain(KEY)
    expect(careless.cause).toMatchObject({ message: 'could not send [API key]', cause: { code: 'EFAIL' } })
    expect(quoting.message).toBe('bad header: Bearer [API key]')
  })

  test.each(['sk_test_a b', 'sk_test_a\n', 'sk_test_ä'])('%j is refused without being named', apiKey => {
    const attempt = () => createClient({ apiKey, baseUrl: 'http://127.0.0.1:1' })
    expect(attempt).toThrow(AuthenticationError)
    expect(attempt).toThrow('The API key has a space, a line break or another character that no key has.')
  })

  test('must be given', () => {
    expect(() => createClient({ apiKey: undefined, baseUrl: 'http://127.0.0.1:1' })).toThrow(
      'The API key is missing. Pass it from an environment variable',
    )
  })

  test.each([
    '',
    '/v1',
    'ftp://a.example',
    'https://user:secret@a.example',
    'https://a.example/?x=1',
    'https://a.example/?',
    'https://a.example#',
  ])('goes nowhere with base address %j', baseUrl => {
    expect(() => client(baseUrl)).toThrow(InvalidRequestError)
    expect(() => client(baseUrl)).toThrow('Example: https://billing.example')
  })

  test('an address that ends in /v1 is told the one to use', () => {
    for (const end of ['/v1', '/v1/', '/v1//'])
      expect(() => client(`https://a.example/billing${end}`)).toThrow(
        'baseUrl is the service\'s address without "/v1", which the client adds: use "https://a.example/billing".',
      )
  })
})
