import type { Subscription, TestClock } from '@per-second/protocol/types'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { createMerchantServer, merchantServerOn } from './merchant.ts'
import { createCaller, createSubscriber } from './subscriber.ts'

let backend: BackendProcess
let key: string
beforeAll(async () => {
  backend = await startBackend()
  key = backend.merchant.test_key
})
afterAll(() => backend.remove())

const clock = async () =>
  (await createCaller(backend.url, key)<TestClock>('GET', '/v1/test_helpers/clock')).body
const setClock = (frozen: boolean) =>
  createCaller(backend.url, key)('POST', '/v1/test_helpers/clock', { frozen })
const advance = (seconds: number) =>
  createCaller(backend.url, key)<TestClock>('POST', '/v1/test_helpers/clock/advance', { seconds })
const restart = async (signal: 'SIGTERM' | 'SIGKILL') => {
  await backend.end(signal)
  backend = await startBackend({ folder: backend.folder })
}
const newestBlock = () => createPublicClient({ transport: http(backend.chain.rpc_url) }).getBlock()

test('behaviour: a clock that stands stands through every restart, where it was moved to', async () => {
  await setClock(true)
  const { now } = await clock()
  await advance(1_000_000)
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await restart(signal)
    expect(await clock()).toMatchObject({ now: now + 1_000_000, frozen: true })
  }
  expect(Number((await newestBlock()).timestamp)).toBe(now + 1_000_000)
})

test('behaviour: a clock that ticks goes on through every restart and never back, and no block is ahead of it', async () => {
  await setClock(false)
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
    const before = (await advance(5_000)).body.now
    await restart(signal)
    const after = await clock()
    expect(after.frozen).toBe(false)
    expect(after.now).toBeGreaterThanOrEqual(before)
    expect(after.now - before).toBeLessThan(20)
    expect(Number((await newestBlock()).timestamp)).toBeLessThanOrEqual((await clock()).now)
  }
})

test('behaviour: a checkout meter starts when its opening was seen, never before its block', async () => {
  await setClock(true)
  const merchant = await createMerchantServer(backend)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('10')
  const { now } = await clock()
  const meter = await subscriber.subscribe(await merchant.session(await merchant.product()), 3600)
  const client = createPublicClient({ transport: http(backend.chain.rpc_url) })
  const { blockNumber } = await client.getTransactionReceipt({ hash: meter.signed.txHash })
  const { timestamp } = await client.getBlock({ blockNumber })
  expect([(await meter.read()).started_at, Number(timestamp)]).toEqual([now, now])
})

test('behaviour: a request during an advance is answered after it', async () => {
  await setClock(true)
  const merchant = await createMerchantServer(backend)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('100')
  const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 86_400)
  const target = (await clock()).now + 6 * 3600
  const advancing = advance(6 * 3600)
  const answers: Promise<Subscription>[] = []
  let over = false
  void advancing.then(() => {
    over = true
  })
  // All of them are let in at once: no more than a database has answered in the time that it has for each.
  while (!over && answers.length < 200) {
    answers.push(merchant.subscription(id))
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const [seen] = await Promise.all([Promise.all(answers), advancing])
  expect((await clock()).now).toBe(target)
  // Whole advances only: no reader sees the hours in between.
  expect(
    [...new Set(seen.map(subscription => subscription.billed_seconds))].toSorted((a, b) => a - b),
  ).toEqual(expect.arrayContaining([6 * 3600]))
  for (const { billed_seconds } of seen) expect([0, 6 * 3600]).toContain(billed_seconds)
  await merchant.act(id, 'cancel')
})

test('behaviour: an advance whose process is killed midway ends where it was to end when it is asked for again', async () => {
  await setClock(true)
  const merchant = await createMerchantServer(backend)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('100')
  const { id } = await subscriber.subscribe(await merchant.session(await merchant.product()), 90 * 3600)
  const start = (await clock()).now
  const seconds = 60 * 3600
  const ask = (body: object) =>
    createCaller(backend.url, key)<TestClock>('POST', '/v1/test_helpers/clock/advance', body, {
      'Idempotency-Key': 'sixty hours',
    })
  const cut = ask({ seconds }).then(
    () => 'answered',
    () => 'cut',
  )
  await vi.waitUntil(async () => Number((await newestBlock()).timestamp) > start + 3600, { interval: 5 })
  await restart('SIGKILL')
  expect(await cut).toBe('cut')
  const midway = (await clock()).now
  expect(midway).toBeGreaterThan(start)
  expect(midway).toBeLessThan(start + seconds)

  expect(await ask({ seconds: 1 })).toMatchObject({
    status: 400,
    body: { error: { code: 'idempotency_key_reused' } },
  })
  const first = await ask({ seconds })
  expect(first.body).toMatchObject({ now: start + seconds, frozen: true })
  const repeated = await ask({ seconds })
  expect(repeated.body).toEqual(first.body)
  expect(repeated.headers.get('Idempotent-Replayed')).toBe('true')
  expect((await clock()).now).toBe(start + seconds)
  const after = merchantServerOn(backend, merchant)
  expect(await after.subscription(id)).toMatchObject({
    elapsed_seconds: seconds,
    billed_seconds: seconds,
  })
})
