import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorise, openSession } from '../../test/client-scenario.ts'
import { startTestService, type TestService } from '../../test/test-service.ts'
import type { Route } from '../routes/route.ts'
import { routeTable } from '../routes/route-table.ts'
import { createServicePages } from './service-pages.ts'

/** The most reads before a bucket is asked, or a caller refused: the session or the token by its id, and their owners. */
const MOST_READS = 4

let service: TestService
let session: string
// A service for each test: a merchant's sessions share a bucket, which an earlier test may have emptied.
beforeEach(async () => {
  service = await startTestService({ rateLimit: 1_000, local: false })
  session = await openSession(service)
})
afterEach(() => service.close())

const withoutKey = routeTable
  .filter(({ auth }) => auth === 'none' || auth === 'client')
  .filter(({ localOnly }) => !localOnly)
const cases = (routes: readonly Route[]) =>
  routes.map(route => [`${route.method} ${route.path}`, route] as const)

/** Sends a body that records whether it is read, and counts the queries meanwhile. */
async function send(route: Route, values: Record<string, string>, token: string | null = null) {
  let [isRead, reads] = [false, 0]
  const { storage } = service.deps
  const read = storage.read
  storage.read = work =>
    read(tx =>
      work(
        new Proxy(tx, {
          get: (target, name) => {
            reads += 1
            return Reflect.get(target, name)
          },
        }),
      ),
    )
  const body = new ReadableStream(
    {
      pull: controller => {
        isRead = true
        controller.enqueue(new TextEncoder().encode(`{${' '.repeat(200_000)}}`))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const response = await service.app.request(path, {
    method: route.method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
    ...(route.method === 'POST' && ({ body, duplex: 'half' } as object)),
  })
  storage.read = read
  return { status: response.status, isRead, reads }
}

// docs/money.md, rule 50
describe('a request without a key', () => {
  it.each(cases(withoutKey))(
    '%s costs a look-up where the session or the token is made up',
    async (_, route) => {
      const token = route.auth === 'client' ? 'ct_made_up' : null
      const { status, isRead, reads } = await send(route, { cs: 'cs_made_up', sub: 'sub_made_up' }, token)
      expect([status, isRead]).toEqual([route.auth === 'client' ? 401 : 404, false])
      expect(reads).toBeLessThanOrEqual(MOST_READS)
    },
  )

  it.each(cases(withoutKey.filter(({ method }) => method !== 'GET')))(
    '%s is refused before its body is read once its bucket is empty',
    async (_, route) => {
      const own = await openSession(service)
      const { token, sub } = await authorise(service, own)
      const values = { cs: route.auth === 'client' ? own : session, sub }
      let last = await send(route, values, route.auth === 'client' ? token : null)
      for (let count = 0; last.status !== 429 && count < 60; count += 1)
        last = await send(route, values, route.auth === 'client' ? token : null)
      expect(last).toMatchObject({ status: 429, isRead: false })
      expect(last.reads).toBeLessThanOrEqual(MOST_READS)
    },
  )

  it('has 32 KiB and 64 members for its body', async () => {
    const ask = async (body: string) => {
      const path = `/v1/client/checkout/sessions/${await openSession(service)}/prepare`
      const { status, json } = await service.request('POST', path, { key: null, body })
      return [status, json.error.code, json.error.message.replace(/ See .*/, '')]
    }
    const members = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`m${index}`, 1]))
    expect(await ask(JSON.stringify({ pad: 'x'.repeat(32 * 1024) }))).toEqual([
      400,
      'body_too_large',
      'A body may have at most 32 KiB.',
    ])
    expect(await ask(JSON.stringify(members))).toEqual([
      400,
      'body_too_large',
      'A body may have at most 64 members.',
    ])
  })
})

describe('a page of the service', () => {
  it('counts against a bucket of the pages before it is made, and a health check against none', async () => {
    const pages = createServicePages(service.deps, routeTable).filter(({ guarded }) => !guarded)
    const ask = async (path: string) => (await service.app.request(path)).status
    for (const { path, neverRefused } of pages) {
      let statuses: number[] = []
      const expected = neverRefused ? 200 : 429
      for (let count = 0; count < 10 && !statuses.includes(expected); count += 1)
        statuses = await Promise.all(
          Array.from({ length: 120 }, () => ask(path.replace('{page}', 'concepts'))),
        )
      expect([path, statuses.includes(429)]).toEqual([path, !neverRefused])
    }
    expect(pages.filter(({ neverRefused }) => neverRefused).map(({ path }) => path)).toEqual([
      '/healthz',
      '/readyz',
    ])
    expect(await ask('/v1/products')).toBe(401)
  })
})
