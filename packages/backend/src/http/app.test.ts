import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const product = { name: 'GPU', rate_usd_per_second: '1' }

describe('the fields of every response', () => {
  it.each([
    ['GET', '/healthz', 200],
    ['GET', '/v1/products', 200],
    ['GET', '/v1/products/none', 404],
    ['GET', '/nowhere', 404],
    ['DELETE', '/v1/products', 404],
    ['POST', '/v1/products', 400],
  ])('%s %s', async (method, path, status) => {
    const answer = await service.request(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Request-Id')).toMatch(/^req_[0-9a-z]{38}$/)
    expect(answer.headers.get('Billing-Version')).toBe('2026-09-06')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(answer.headers.get('Access-Control-Expose-Headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        'Request-Id',
        'Retry-After',
        'Idempotent-Replayed',
        'Billing-Clock',
        'WWW-Authenticate',
      ]),
    )
    expect(answer.headers.get('Content-Type')).toBe('application/json')
  })
})

describe('routes that are not there', () => {
  it.each([
    ['GET', '/v1', 'route_not_found'],
    ['GET', '/v1/products/', 'route_not_found'],
    ['GET', '/v2/products', 'route_not_found'],
    ['PATCH', '/v1/products', 'method_not_allowed'],
    ['PURGE', '/v1/products/x', 'method_not_allowed'],
    ['OPTIONS', '/v1/products', 'method_not_allowed'],
    ['DELETE', '/v1/client/checkout/sessions/cs_x', 'method_not_allowed'],
  ])('%s %s is 404 even without a key', async (method, path, code) => {
    const { status, json } = await service.request(method, path, { key: null })
    expect([status, json.error.type, json.error.code]).toEqual([404, 'not_found', code])
  })

  it('are named with the call, and with the methods of the path', async () => {
    const long = `/v1/${'x'.repeat(200)}`
    for (const [method, path, message] of [
      ['GET', '/v1/product', 'No route GET /v1/product. Check the method and the path.'],
      ['GET', long, `No route GET ${long.slice(0, 100)}. Check the method and the path.`],
      ['PUT', '/v1/products', 'PUT is not supported on /v1/products. Use GET or POST.'],
      ['POST', '/docs', 'POST is not supported on /docs. Use GET.'],
    ] as const) {
      const { json } = await service.request(method, path, { key: null })
      expect(json.error.message.split(' See ')[0]).toBe(message)
    }
  })
})

it('the version may be named', async () => {
  const headers = { 'Billing-Version': '2026-09-06' }
  expect((await service.request('GET', '/v1/products', { headers })).status).toBe(200)
})

describe('bodies', () => {
  const post = (body: string, type: string | null = 'application/json') =>
    service.request('POST', '/v1/products', { body, headers: { 'Content-Type': type ?? '' } })
  const good = JSON.stringify(product)

  it.each([
    ['{"name":', 'application/json', 'json_invalid'],
    ['', 'application/json', 'json_invalid'],
    ['null', 'application/json', 'json_invalid'],
    ['[]', 'application/json', 'json_invalid'],
    ['"text"', 'application/json', 'json_invalid'],
    ['['.repeat(200_000), 'application/json', 'json_invalid'],
    [good, 'text/plain', 'content_type_unsupported'],
    [good, 'application/x-www-form-urlencoded', 'content_type_unsupported'],
    [good, 'application/json; charset=latin1', 'content_type_unsupported'],
    [good, 'application/jsonx', 'content_type_unsupported'],
    [good, 'application/json, application/json', 'content_type_unsupported'],
    [`{"name":"${'a'.repeat(256 * 1024)}"}`, 'application/json', 'body_too_large'],
  ])('%.20s as %s is refused', async (body, type, code) => {
    const { status, json } = await post(body, type)
    expect([status, json.error.type, json.error.code]).toEqual([400, 'invalid_request_error', code])
  })

  it.each([
    'application/json; charset=UTF-8',
    'Application/JSON;charset="utf-8"',
    'application/json;',
    'application/json; charset= utf-8',
    'application/json; charset=utf8; profile="https://shop.example/p"',
  ])('may be of the type %s', async type => {
    expect((await post(good, type)).status).toBe(200)
  })

  it.each([
    ['gzip', 400],
    ['Identity', 200],
  ])('in the encoding %s is answered with %d', async (encoding, status) => {
    const headers = { 'Content-Encoding': encoding }
    const answer = await service.request('POST', '/v1/products', { body: good, headers })
    expect([answer.status, answer.json.error?.code]).toEqual([
      status,
      status === 400 ? 'content_type_unsupported' : undefined,
    ])
  })

  it('must be UTF-8', async () => {
    const response = await service.app.request('/v1/products', {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.testKey}`, 'Content-Type': 'application/json' },
      body: Buffer.from(good.replace('GPU', '\xff'), 'latin1'),
    })
    expect((await response.json()).error.code).toBe('json_invalid')
  })

  it('may have exactly 256 KiB', async () => {
    const padded = good.padEnd(256 * 1024)
    expect((await post(padded)).status).toBe(200)
    expect((await post(`${padded} `)).json.error.code).toBe('body_too_large')
  })
})

describe('order of checks', () => {
  it('is key, body, idempotency, rules', async () => {
    const ask = (key: string, body: unknown, idempotencyKey: string) =>
      service.request('POST', '/v1/checkout/sessions', {
        key,
        body,
        headers: { 'Idempotency-Key': idempotencyKey },
      })
    const unknownProduct = {
      product: 'prod_x',
      success_url: 'https://a.example',
      cancel_url: 'https://a.example',
    }
    expect((await ask('sk_test_no', '{', 'é')).json.error.code).toBe('api_key_invalid')
    expect((await ask(service.testKey, '{', 'x'.repeat(256))).json.error.code).toBe('json_invalid')
    expect((await ask(service.testKey, {}, 'x'.repeat(256))).json.error.code).toBe('parameter_missing')
    expect((await ask(service.testKey, unknownProduct, 'x'.repeat(256))).json.error.code).toBe(
      'idempotency_key_invalid',
    )
    expect((await ask(service.testKey, unknownProduct, 'x')).json.error.code).toBe('resource_missing')
  })
})

describe('failures inside', () => {
  it('say nothing of the inside', async () => {
    const { read } = service.storage
    service.storage.read = async () => {
      throw new Error('SQLITE_CORRUPT at /secret/path')
    }
    const { status, json, text } = await service.request('GET', '/v1/products')
    service.storage.read = read
    expect([status, json.error.type, json.error.code]).toEqual([500, 'api_error', 'internal_error'])
    expect(text).not.toContain('secret')
  })
})
