import { describe, expect, it } from 'vitest'
import { openSession } from '../../test/client-scenario.ts'
import { startTestService, WALLET } from '../../test/test-service.ts'
import { createTokenBuckets } from './token-buckets.ts'

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

it('keeps no more of what stands in place of a session’s id than an id is long', async () => {
  const service = await startTestService({ rateLimit: 1_000 })
  const long = 'x'.repeat(10_000)
  const ask = (_: unknown, index: number) =>
    service.request('GET', `/v1/client/checkout/sessions/${long}${index}`, { key: null })
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter(status => status === 404).length).toBeLessThan(40)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  await service.close()
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

  it('is not touched by pages, which have their own', async () => {
    const service = await startTestService({ rateLimit: 10 })
    const session = await openSession(service)
    const ask = () => service.request('GET', `/v1/client/checkout/sessions/${session}`, { key: null })
    const statuses = (await Promise.all(Array.from({ length: 40 }, ask))).map(answer => answer.status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(20)
    expect(statuses).toContain(429)
    expect((await service.request('GET', '/v1/products')).status).toBe(200)

    // Each text to sign is a row of the database, so that asking for one is limited like handing it in.
    for (const [step, name, body] of [
      ['sign_in/challenge', 'cs_a', { wallet_address: WALLET, chain_id: 31_337 }],
      ['sign_in', 'cs_b', { message: 'm', signature: '0x' }],
    ] as const) {
      const signIn = () =>
        service.request('POST', `/v1/client/checkout/sessions/${name}/${step}`, { key: null, body })
      const signIns = (await Promise.all(Array.from({ length: 12 }, signIn))).map(answer => answer.status)
      // Which of them are too many is the database's to decide.
      expect([step, ...signIns.toSorted()]).toEqual([step, ...Array(10).fill(404), 429, 429])
    }
    await service.close()
  })

  it('is shared by everybody without a key or token, however many sessions they name', async () => {
    const service = await startTestService({ rateLimit: 1_000 })
    const body = { wallet_address: WALLET, claim: '5e'.repeat(32) }
    const ask = (index: number) =>
      service.request('POST', `/v1/client/checkout/sessions/cs_${index}/prepare`, { key: null, body })
    const statuses = (await Promise.all(Array.from({ length: 400 }, (_, index) => ask(index)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter(status => status === 404).length).toBeGreaterThanOrEqual(200)
    expect(statuses).toContain(429)
    expect((await service.request('GET', '/v1/products')).status).toBe(200)
    await service.close()
  })
})
