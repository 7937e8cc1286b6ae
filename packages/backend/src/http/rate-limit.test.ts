import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLAIM, openSession } from '../../test/client-scenario.ts'
import { startTestService, type TestService, WALLET } from '../../test/test-service.ts'
import { createTokenBuckets } from './rate-limit.ts'

describe('token buckets', () => {
  it('give their capacity at once, refill evenly, and say how long to wait', () => {
    let now = 0
    const buckets = createTokenBuckets(2, 0.5, () => now)
    const take = (key = 'a') => {
      try {
        buckets.take(key)
        return 'taken'
      } catch (error) {
        return (error as { retryAfter: number }).retryAfter
      }
    }
    expect([take(), take(), take()]).toEqual(['taken', 'taken', 2])
    expect(take('b')).toBe('taken')
    now = 1000
    expect(take()).toBe(1)
    now = 2000
    expect([take(), take()]).toEqual(['taken', 2])
    now = 1_000_000
    expect([take(), take(), take()]).toEqual(['taken', 'taken', 2])
  })

  it('forget the full ones instead of growing for ever', () => {
    let now = 0
    const buckets = createTokenBuckets(1, 1, () => now)
    for (let index = 0; index < 30_000; index += 1) {
      now += 1
      buckets.take(`key ${index}`)
    }
    expect(() => buckets.take('key 29999')).toThrow('Too many requests')
  })
})

describe('the limit of a merchant', () => {
  it('answers 429 with Retry-After, readable by pages, per merchant and mode', async () => {
    const service = await startTestService({ rateLimit: 3 })
    const ask = (key: string) => service.request('GET', '/v1/products', { key })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(service.testKey)))
    const refused = answers.find(answer => answer.status === 429)
    expect(refused?.json.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' })
    expect(refused?.headers.get('Retry-After')).toBe('1')
    expect(refused?.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await ask(service.liveKey)).status).toBe(200)
    expect((await ask('sk_test_unknown')).status).toBe(401)
    await service.close()
  })

  // docs/money.md, rule 50
  it('is not touched by pages, which have their own', async () => {
    const service = await startTestService({ rateLimit: 10 })
    const session = await openSession(service)
    const ask = () => service.request('GET', `/v1/client/checkout/sessions/${session}`, { key: null })
    const statuses = (await Promise.all(Array.from({ length: 40 }, ask))).map(answer => answer.status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(20)
    expect(statuses).toContain(429)
    expect((await service.request('GET', '/v1/products')).status).toBe(200)

    // Each text to sign is a row of the database, so that asking for one is limited like handing it in.
    for (const [step, body] of [
      ['sign_in/challenge', { wallet_address: WALLET, chain_id: 31_337 }],
      ['sign_in', { message: 'm', signature: '0x' }],
    ] as const) {
      const own = await openSession(service)
      const statuses = await statusesOf(12, () =>
        service.request('POST', `/v1/client/checkout/sessions/${own}/${step}`, { key: null, body }),
      )
      // Which of them are too many is the database's to decide.
      expect([step, ...statuses]).toEqual([step, ...Array(10).fill(400), 429, 429])
    }
    await service.close()
  })
})

// docs/money.md, rule 50
describe('the effects of pages', () => {
  // The bucket fills by this clock alone: on a slow machine it would fill while the requests arrive.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const body = { wallet_address: WALLET, claim: CLAIM, max_duration_seconds: 60 }
  const prepareIn = (service: TestService, session: string) =>
    service.request('POST', `/v1/client/checkout/sessions/${session}/prepare`, { key: null, body })

  it('are ten at once of a session, and take nothing from its reads', async () => {
    const service = await startTestService({ rateLimit: 1_000 })
    const session = await openSession(service)
    expect(await statusesOf(12, () => prepareIn(service, session))).toEqual([
      ...Array(10).fill(200),
      429,
      429,
    ])
    const read = await service.request('GET', `/v1/client/checkout/sessions/${session}`, { key: null })
    expect(read.status).toBe(200)
    await service.close()
  })

  it('are fifty at once of a merchant’s sessions, and take nothing from another merchant’s', async () => {
    const service = await startTestService({ rateLimit: 1_000 })
    const rival = await service.newMerchant()
    const asRival: TestService['request'] = (method, path, options) =>
      service.request(method, path, { ...options, key: rival.testKey })
    const rivalSession = await openSession({ ...service, request: asRival })
    const sessions: string[] = []
    for (let index = 0; index < 8; index += 1) sessions.push(await openSession(service))
    let turn = 0
    const statuses = await statusesOf(80, () => prepareIn(service, sessions[turn++ % 8] as string))
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(50)
    expect(statuses).toContain(429)
    expect((await prepareIn(service, rivalSession)).status).toBe(200)
    await service.close()
  })

  it('that sign in are ten a minute of a session and step, though others are possible again', async () => {
    const service = await startTestService({ rateLimit: 1_000 })
    const session = await openSession(service)
    const challenge = () =>
      service.request('POST', `/v1/client/checkout/sessions/${session}/sign_in/challenge`, {
        key: null,
        body: { wallet_address: WALLET, chain_id: 31_337 },
      })
    const signIn = () =>
      service.request('POST', `/v1/client/checkout/sessions/${session}/sign_in`, {
        key: null,
        body: { message: 'm', signature: '0x' },
      })
    expect(await statusesOf(10, challenge)).toEqual(Array(10).fill(400))
    // By now the session's bucket of all effects is full again.
    vi.advanceTimersByTime(5_000)
    expect([(await challenge()).status, (await prepareIn(service, session)).status]).toEqual([429, 200])
    expect((await signIn()).status).toBe(400)
    vi.advanceTimersByTime(1_001)
    expect((await challenge()).status).toBe(400)
    await service.close()
  })

  it('of unknown sessions are refused without a bucket, which they could empty for other callers', async () => {
    const service = await startTestService({ rateLimit: 1_000 })
    const session = await openSession(service)
    let index = 0
    const refused = await statusesOf(400, () => prepareIn(service, `cs_${index++}`))
    expect(refused).toEqual(Array(400).fill(404))
    expect((await prepareIn(service, session)).status).toBe(200)
    await service.close()
  })
})

/** Of so many requests at once, in numerical order. */
async function statusesOf(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, ask))
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}
