import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../test/client-scenario.ts'
import { ADMIN_TOKEN, startTestService, type TestService } from '../../test/test-service.ts'
import type { Route } from './route.ts'
import { routeTable } from './route-table.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  ids.cs = await openSession(service)
})
afterAll(() => service.close())

const merchantRoutes = routeTable.filter(route => route.auth === 'secret')
const tokenRoutes = routeTable.filter(route => route.auth === 'client')
const adminRoutes = routeTable.filter(route => route.auth === 'admin')
const pageRoutes = routeTable.filter(route => route.path.startsWith('/v1/client/'))
const objectRoutes = merchantRoutes.filter(route => route.path.includes('{id}'))
const name = (route: Route) => `${route.method} ${route.path}`
const cases = (routes: readonly Route[]) => routes.map(route => [name(route), route] as const)

const INVALID_TOKEN = 'Bearer realm="per-second", error="invalid_token"'
/** As `curl -u` sends a key. */
const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`
const ids = { id: 'prod_unknown', cs: 'cs_unknown', sub: 'sub_unknown' }

function call(route: Route, key: string | null, headers: Record<string, string> = {}) {
  const path = route.path.replace(/\{(\w+)\}/g, (_, param: keyof typeof ids) => ids[param])
  return service.request(route.method, path, {
    key,
    headers,
    ...(route.method === 'POST' && { body: smallestBody(route) }),
  })
}

/** Valid bodies, so that only the subject of a test can be refused. */
function smallestBody(route: Route): object {
  const samples: Record<string, object> = {
    'products.create': { name: 'a', rate_usd_per_second: '1' },
    'checkout.sessions.create': {
      product: 'prod_unknown',
      success_url: 'https://a.example',
      cancel_url: 'https://a.example',
    },
    'events.resend': { webhook_endpoint: 'we_unknown' },
    'webhook_endpoints.create': { url: 'https://a.example' },
    'client.sign_in.challenge': { wallet_address: `0x${'11'.repeat(20)}`, chain_id: 31_337 },
    'client.sign_in': { message: 'm', signature: '0x' },
    'client.authorisation.prepare': { wallet_address: `0x${'11'.repeat(20)}`, claim: '5e'.repeat(32) },
    'client.authorisation.authorise': {
      ...{ draft: 'd', signature: '0x', secret: '5e'.repeat(32), email: 'a@b.example' },
    },
    'test_helpers.clock.update': { frozen: true },
    'test_helpers.clock.advance': { seconds: 1 },
    'local.faucet': { wallet_address: `0x${'11'.repeat(20)}`, amount: '1' },
    'local.faults.set': { kind: 'timeout', count: 0 },
  }
  return samples[route.operationId] ?? {}
}

describe('every route', () => {
  it('has an operation id and a place of its own', () => {
    expect(new Set(routeTable.map(route => route.operationId)).size).toBe(routeTable.length)
    expect(new Set(routeTable.map(name)).size).toBe(routeTable.length)
  })
})

describe('merchant routes', () => {
  it.each(cases(merchantRoutes))('%s wants a valid key', async (_, route) => {
    const refusals = [
      [null, 'api_key_missing'],
      ['', 'api_key_invalid'],
      ['sk_test_nobodys', 'api_key_invalid'],
      ['sk_live_nobodys', 'api_key_invalid'],
      ['ct_0123456789', 'api_key_invalid'],
      [ADMIN_TOKEN, 'api_key_invalid'],
    ] as const
    for (const [key, code] of refusals) {
      const { status, json, headers } = await call(route, key)
      const challenge = key === null ? 'Bearer realm="per-second"' : INVALID_TOKEN
      expect([key, status, json.error.type, json.error.code, headers.get('WWW-Authenticate')]).toEqual([
        key,
        401,
        'authentication_error',
        code,
        challenge,
      ])
    }
  })

  it.each(cases(merchantRoutes))('%s refuses a revoked key at the next request', async (_, route) => {
    const { testKey } = await service.newMerchant()
    await service.storage.unitOfWork(async tx => {
      const { secretHash } = await import('../domain/secret-hash.ts')
      const key = await tx.apiKeys.get(secretHash(testKey))
      if (key) await tx.apiKeys.update({ ...key, revokedAt: service.clock.now() })
    })
    const { status, json } = await call(route, testKey)
    expect([status, json.error.code]).toEqual([401, 'api_key_revoked'])
  })

  it.each(cases(merchantRoutes))('%s refuses a live key from a browser, readably', async (_, route) => {
    for (const key of [service.liveKey, 'sk_live_nobodys']) {
      for (const header of [{ Origin: 'https://shop.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
        const { status, json, headers } = await call(route, key, header as Record<string, string>)
        expect([status, json.error.code]).toEqual([401, 'live_key_in_browser'])
        expect(headers.get('WWW-Authenticate')).toBe(INVALID_TOKEN)
        expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
      }
      for (const Authorization of [key, `Basic ${key}`, basic(key), `Bearer "${key}"`]) {
        const answer = await call(route, null, { Authorization, Origin: 'https://shop.example' })
        expect([Authorization, answer.status, answer.json.error.code]).toEqual([
          ...[Authorization, 401, 'live_key_in_browser'],
        ])
      }
    }
  })

  it.each(cases(merchantRoutes))(
    '%s takes a test key from a browser and a live key from Node',
    async (_, route) => {
      expect((await call(route, service.testKey, { Origin: 'https://shop.example' })).status).not.toBe(401)
      expect((await call(route, service.liveKey, { 'Sec-Fetch-Mode': 'cors' })).status).not.toBe(401)
    },
  )
})

describe('objects of others', () => {
  it.each(cases(objectRoutes))(
    '%s hides foreign and other-mode objects as it hides unknown ones',
    async (_, route) => {
      const other = await service.newMerchant()
      const product = await service.request('POST', '/v1/products', {
        key: other.testKey,
        body: { name: 'theirs', rate_usd_per_second: '1' },
      })
      const session = await service.request('POST', '/v1/checkout/sessions', {
        key: other.testKey,
        body: { product: product.json.id, success_url: 'https://a.example', cancel_url: 'https://a.example' },
      })
      const events = await service.request('GET', '/v1/events', { key: other.testKey })
      const theirs = [product.json.id, session.json.id, events.json.data[0].id]
      for (const id of [...theirs, 'x', '%00', '%ff', 'a'.repeat(300)]) {
        const path = route.path.replace('{id}', id)
        for (const key of [service.testKey, other.liveKey]) {
          const body = route.method === 'POST' ? { body: smallestBody(route) } : {}
          const { status, json } = await service.request(route.method, path, { key, ...body })
          expect([id, status, json.error.type, json.error.code]).toEqual([
            id,
            404,
            'not_found',
            'resource_missing',
          ])
        }
      }
    },
  )
})

describe('client routes', () => {
  it.each(cases(pageRoutes))('%s refuses a secret key', async (_, route) => {
    const answer = await call(route, service.testKey)
    expect([answer.status, answer.json.error.code]).toEqual([401, 'secret_key_on_client_route'])
    const live = await call(route, service.liveKey, { Origin: 'https://shop.example' })
    expect([live.status, live.json.error.code]).toEqual([401, 'live_key_in_browser'])
    for (const Authorization of [
      service.testKey,
      `Basic ${service.testKey}`,
      basic(service.testKey),
      `Bearer "${service.testKey}"`,
    ]) {
      const { status, json } = await call(route, null, { Authorization })
      expect([Authorization, status, json.error.code]).toEqual([
        ...[Authorization, 401, 'secret_key_on_client_route'],
      ])
    }
    const path = route.path.replaceAll(/\{\w+\}/g, 'sk_test_inapath')
    const inPath = await service.request(route.method, path, { key: null })
    expect([inPath.status, inPath.json.error.code]).toEqual([401, 'secret_key_on_client_route'])
    expect(inPath.json.error.message).not.toContain('sk_test_inapath')
  })

  it.each(cases(tokenRoutes))('%s wants a client token', async (_, route) => {
    for (const key of [null, 'ct_unknown', 'nonsense']) {
      const { status, json, headers } = await call(route, key)
      expect([status, json.error.code]).toEqual([401, 'client_token_invalid'])
      const challenge = key === null ? 'Bearer realm="per-second"' : INVALID_TOKEN
      expect(headers.get('WWW-Authenticate')).toBe(challenge)
    }
  })

  it.each(cases(pageRoutes))('%s returns the clock’s time', async (_, route) => {
    const { headers } = await call(route, null)
    expect(headers.get('Billing-Clock')).toBe(`${Math.floor(service.clock.now() / 1000)};frozen`)
  })
})

describe('local routes', () => {
  it.each(cases(adminRoutes))('%s wants the admin token', async (_, route) => {
    expect((await call(route, null)).json.error.code).toBe('api_key_missing')
    for (const key of [service.testKey, 'x', `${ADMIN_TOKEN}x`]) {
      const { status, json } = await call(route, key)
      expect([status, json.error.code]).toEqual([401, 'api_key_invalid'])
    }
  })

  // docs/money.md, rule 51
  it('do not exist outside local mode, and clock routes not for live keys', async () => {
    const production = await startTestService({ local: false, adminToken: null })
    for (const route of routeTable.filter(route => route.localOnly || route.testOnly)) {
      const answer = await production.request(route.method, route.path, { body: undefined })
      expect([name(route), answer.status, answer.json.error.code]).toEqual([
        name(route),
        404,
        'route_not_found',
      ])
      if (route.localOnly) continue
      const live = await call(route, service.liveKey)
      expect([live.status, live.json.error.code]).toEqual([404, 'route_not_found'])
    }
    expect((await production.request('GET', '/_local/test-wallet.js', { key: null })).status).toBe(404)
    await production.close()
  })
})
