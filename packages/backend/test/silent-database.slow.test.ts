import { randomBytes } from 'node:crypto'
import type { ErrorEnvelope } from '@per-second/protocol/errors'
import type { List, Product } from '@per-second/protocol/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealServiceLine } from '../src/start/start-service.ts'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from './chain-of-others.ts'
import { makeMerchant } from './make-merchant.ts'
import { createMerchantServer, merchantServerOn } from './merchant.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

/** The longest outage from a silent database, and the longest end of a process. */
const BACK_WITHIN_MS = 15_000
/** After this time Docker kills a container that it asked to end. */
const END_WITHIN_MS = 10_000

const BODY = { name: 'GPU', rate_usd_per_second: '0.000277' }

let server: PostgresServer
let others: ChainOfOthers
let proxy: SilentProxy
beforeAll(async () => {
  ;[server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
  proxy = await startSilentProxy(Number(new URL(server.address).port))
})
afterAll(async () => {
  await proxy.stop()
  await Promise.all([others.remove(), server.stop()])
})

/** A process on a chain of others, whose database is behind the proxy. */
async function startOnRealChain() {
  const database = await server.newDatabase()
  const { key } = await others.newOperator()
  const backend = await startBackend<RealServiceLine>({
    args: [
      ...others.args,
      ...['--database-url', proxy.address(database), '--settle-every', '1', '--log', 'silent'],
    ],
    env: { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') },
  })
  return { backend, made: await makeMerchant('--database-url', database) }
}

const ready = ({ url }: Pick<BackendProcess, 'url'>) => fetch(`${url}/readyz`).then(({ status }) => status)
const create = (url: string, key: string, name: string, idempotencyKey?: string) =>
  createCaller(url, key)<Product & ErrorEnvelope>(
    'POST',
    '/v1/products',
    { ...BODY, name },
    idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  )
const told = ({ status, headers, body }: Awaited<ReturnType<typeof create>>) => ({
  status,
  code: body.error?.code,
  retryAfter: headers.get('Retry-After'),
})
const NOT_NOW = { status: 503, code: 'internal_error', retryAfter: '1' }

test('behaviour: a service whose database fell silent refuses requests in flight, comes back by itself, and charges on', async () => {
  const { backend, made } = await startOnRealChain()
  try {
    const merchant = merchantServerOn(backend, made)
    const subscriber = createSubscriber(backend)
    await others.fund(subscriber.account.address, 10_000_000n)
    const product = await merchant.product({ rate_usd_per_second: '0.001' })
    const { id } = await subscriber.subscribe(await merchant.session(product), 7200)
    const names = Array.from({ length: 6 }, (_, index) => `in flight ${index}`)
    const ask = (name: string) => create(backend.url, made.test_key, name, name)
    await Promise.all(Array.from({ length: 12 }, () => merchant.subscription(id)))

    proxy.silence()
    const silenced = performance.now()
    const asked = await Promise.all(names.map(ask))
    expect(asked.map(told)).toContainEqual(NOT_NOW)
    for (const answer of asked) if (answer.status !== 200) expect(told(answer)).toEqual(NOT_NOW)
    await expect.poll(() => ready(backend), { timeout: BACK_WITHIN_MS }).toBe(200)
    expect((await merchant.subscription(id)).status).toBe('running')
    expect(performance.now() - silenced).toBeLessThan(BACK_WITHIN_MS)

    const again = await Promise.all(names.map(ask))
    expect(again.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { body } = await merchant.call<List<Product>>('GET', '/v1/products?limit=100')
    expect(body.data.map(({ name }) => name).toSorted()).toEqual([product.name, ...names].toSorted())
    const { billed_seconds } = await merchant.subscription(id)
    await expect
      .poll(async () => (await merchant.subscription(id)).billed_seconds)
      .toBeGreaterThan(billed_seconds)
    expect((await merchant.act(id, 'cancel')).status).toBe('canceled')
  } finally {
    await backend.remove()
  }
})

test('behaviour: after a commit whose response was lost a request with a key gets the result, and none acts twice', async () => {
  const { backend, made } = await startOnRealChain()
  try {
    const merchant = merchantServerOn(backend, made)
    await merchant.product({ name: 'before' })
    void proxy.silenceAt('commit', { after: 'with a key' })
    const keyed = await create(backend.url, made.test_key, 'with a key', 'key')
    expect([keyed.status, keyed.headers.get('Idempotent-Replayed')]).toEqual([200, 'true'])
    const repeated = await create(backend.url, made.test_key, 'with a key', 'key')
    expect(repeated.body).toEqual(keyed.body)

    void proxy.silenceAt('commit', { after: 'without one' })
    expect(told(await create(backend.url, made.test_key, 'without one'))).toEqual(NOT_NOW)

    void proxy.silenceAt('commit', { after: 'never there', held: true })
    expect(told(await create(backend.url, made.test_key, 'never there', 'another'))).toEqual(NOT_NOW)
    expect((await create(backend.url, made.test_key, 'never there', 'another')).status).toBe(200)

    const { body } = await merchant.call<List<Product>>('GET', '/v1/products?limit=100')
    const names = ['before', 'with a key', 'without one', 'never there']
    expect(body.data.map(({ name }) => name).toReversed()).toEqual(names)
    expect(await merchant.eventTypes()).toEqual(names.map(() => 'product.created'))
  } finally {
    await backend.remove()
  }
})

test.each(['silence', 'swallow'] as const)(
  'behaviour: SIGTERM ends a service in time whose database does not answer (%s), and all waiting requests are answered',
  async how => {
    const { backend, made } = await startOnRealChain()
    try {
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => create(backend.url, made.test_key, `before ${index}`)),
      )
      proxy[how]()
      const waiting = Array.from({ length: 4 }, (_, index) =>
        create(backend.url, made.test_key, `waits ${index}`),
      )
      // They are in flight once the service takes another one.
      expect((await fetch(`${backend.url}/healthz`)).status).toBe(200)
      const asked = performance.now()
      expect(await backend.end('SIGTERM')).toBe(0)
      expect(performance.now() - asked).toBeLessThan(END_WITHIN_MS)
      for (const answer of await Promise.all(waiting)) expect(told(answer)).toEqual(NOT_NOW)
    } finally {
      proxy.silence()
      await backend.remove()
    }
  },
)

test('behaviour: SIGTERM ends a service with a chain of its own in time, too, and the chain is saved', async () => {
  const database = await server.newDatabase()
  const args = ['--database-url', proxy.address(database), '--log', 'silent']
  let backend = await startBackend({ args })
  try {
    const merchant = await createMerchantServer(backend)
    const subscriber = createSubscriber(backend)
    await subscriber.fund('10')
    const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 3600)
    proxy.swallow()
    const asked = performance.now()
    expect(await backend.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(END_WITHIN_MS)
    proxy.silence()
    backend = await startBackend({ folder: backend.folder, args })
    const there = merchantServerOn(backend, merchant)
    expect((await there.subscription(id)).status).toBe('running')
    expect((await there.act(id, 'cancel')).status).toBe('canceled')
  } finally {
    proxy.silence()
    await backend.remove()
  }
})
