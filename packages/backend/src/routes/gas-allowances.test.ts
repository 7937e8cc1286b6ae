import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorise, handIn, openSession, prepare } from '../../test/client-scenario.ts'
import { type Answered, NOW, startTestService, type TestService } from '../../test/test-service.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'

/** An honest subscriber's meter brings two and a half times this in fees. */
const COST = 10_000n
const HOUR = 3_600

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  service.deps.policy = { ...localPolicy, meterCost: COST, payerAllowance: 3, gasAllowance: 8 }
})
afterEach(() => service.close())

const wallet = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`
const outcome = ({ status, json, headers }: Answered) => [
  status,
  json.error?.code,
  json.error === undefined ? null : Number(headers.get('Retry-After')),
]
const later = (seconds: number) => service.clock.moveTo((NOW + seconds) * 1_000)

/** Opens a meter, and has it pay so much in fees. */
async function open(payer: string, fee = 0n): Promise<string> {
  const { sub, answer } = await authorise(service, await openSession(service), payer)
  expect(answer.status).toBe(200)
  await pay(sub, fee)
  return sub
}

async function pay(sub: string, fee: bigint): Promise<void> {
  await service.storage.unitOfWork(async tx => {
    const meter = await tx.subscriptions.get(sub)
    const customer = meter && (await tx.customers.get(meter.customerId))
    if (!meter || !customer) throw new Error('there is no such meter')
    await tx.subscriptions.update({ ...meter, settledFee: fee, settledGross: fee * 100n })
    await tx.customers.update({ ...customer, totalSettled: customer.totalSettled + fee * 100n })
  })
}

/** Opens one as a wallet would that cancels it at once, which costs it nothing. */
async function openAndCancel(payer: string): Promise<Answered> {
  const session = await openSession(service)
  const prepared = await prepare(service, session, { wallet_address: payer })
  if (prepared.status !== 200) return prepared
  const answer = await handIn(service, session, prepared.json.draft)
  const { client_token: token, subscription } = answer.json
  if (token)
    await service.request('POST', `/v1/client/subscriptions/${subscription.id}/cancel`, { key: token })
  return answer
}

describe('a payer’s account (docs/money.md, rule 78)', () => {
  test('is behind by its allowance at most, and then the payer waits until the oldest opening is a day old', async () => {
    for (const hour of [0, 1, 2]) {
      later(hour * HOUR)
      expect(outcome(await openAndCancel(wallet(0)))).toEqual([200, undefined, null])
    }
    const refused = await openAndCancel(wallet(0))
    expect(outcome(refused)).toEqual([429, 'rate_limit_exceeded', 22 * HOUR])
    expect(refused.json.error.message).toContain(
      'This wallet has opened 3 meters here within a day, and their fees do not pay for their gas. It can open another in about 22 hours.',
    )
    expect(outcome(await openAndCancel(wallet(1)))).toEqual([200, undefined, null])
    later(24 * HOUR)
    expect(outcome(await openAndCancel(wallet(0)))).toEqual([200, undefined, null])
    expect(outcome(await openAndCancel(wallet(0)))).toEqual([429, 'rate_limit_exceeded', HOUR])
  })

  test('is paid off by fees, and holds a draft back that was made before', async () => {
    const session = await openSession(service)
    const { json } = await prepare(service, session, { wallet_address: wallet(0) })
    const subs = [await open(wallet(0)), await open(wallet(0)), await open(wallet(0))]
    expect(outcome(await handIn(service, session, json.draft)).slice(0, 2)).toEqual([
      429,
      'rate_limit_exceeded',
    ])
    await pay(subs[0] as string, COST - 1n)
    expect((await handIn(service, session, json.draft)).status).toBe(429)
    await pay(subs[0] as string, COST)
    expect((await handIn(service, session, json.draft)).status).toBe(200)
  })
})

describe('a merchant’s account (docs/money.md, rule 78)', () => {
  test('that strangers empty leaves its paying subscribers their meters, and its rival everything', async () => {
    const rival = await service.newMerchant()
    const own = { key: service.testKey, rival: rival.testKey }
    const as = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const { request } = service
      service.request = (method, path, options = {}) =>
        request(method, path, { ...options, key: options.key === undefined ? key : options.key })
      try {
        return await work()
      } finally {
        service.request = request
      }
    }
    // Each has a subscriber whose meters pay for themselves.
    const honest = wallet(100)
    for (const key of [own.key, own.rival]) await as(key, () => open(honest, 25_000n))

    // The cheapest adversary: wallets that open at one merchant and cancel at once, until each has to wait.
    let opened = 0
    for (let index = 0; index < 6; index += 1)
      for (let answer = await openAndCancel(wallet(index)); answer.status === 200; opened += 1)
        answer = await openAndCancel(wallet(index))
    // The allowance of eight, and one more that the honest payer's fees pay for beside its own meter.
    expect(opened).toBe(9)

    const newcomer = await openAndCancel(wallet(200))
    expect(outcome(newcomer)).toEqual([429, 'rate_limit_exceeded', 24 * HOUR])
    expect(newcomer.json.error.message).toContain('Wallets that have paid here can still open one')
    await open(honest, 25_000n)
    expect((await as(own.rival, () => openAndCancel(wallet(200)))).status).toBe(200)
    await as(own.rival, () => open(honest, 25_000n))

    const { text } = await service.request('GET', '/metrics', { key: null })
    const used = `billing_gas_allowance_used_ratio{mode="test",merchant="${service.merchantId}"} `
    expect(Number(text.slice(text.indexOf(used) + used.length).split('\n')[0])).toBeGreaterThan(0.9)

    later(24 * HOUR)
    expect((await openAndCancel(wallet(200))).status).toBe(200)
  })

  test('is told as a share, and until when it is too far behind, to a wallet whose own fees fall short, too', async () => {
    const subs: string[] = []
    for (const hour of [0, 1, 2]) {
      later(hour * HOUR)
      subs.push(await open(wallet(hour)))
    }
    await pay(subs[0] as string, COST / 2n)
    later(3 * HOUR)
    service.deps.policy = { ...service.deps.policy, gasAllowance: 2 }
    // Four openings with one more, two of them allowed and a half of one paid for: the two oldest have to go.
    for (const payer of [wallet(0), wallet(20)])
      expect(outcome(await openAndCancel(payer))).toEqual([429, 'rate_limit_exceeded', 22 * HOUR])
    const { text } = await service.request('GET', '/metrics', { key: null })
    expect(text).toContain(
      `billing_gas_allowance_used_ratio{mode="test",merchant="${service.merchantId}"} 1.25\n`,
    )
  })

  test('counts the merchant’s ends, and openings that failed', async () => {
    for (let index = 0; index < 8; index += 1) {
      const sub = await open(wallet(index))
      await service.request('POST', `/v1/subscriptions/${sub}/cancel`, { body: {} })
    }
    expect((await openAndCancel(wallet(20))).status).toBe(429)
    // An open meter goes on and ends, with any balance of the accounts.
    service.deps.policy = { ...service.deps.policy, gasAllowance: 9 }
    const sub = await open(wallet(30))
    service.deps.policy = { ...service.deps.policy, gasAllowance: 1 }
    expect((await service.request('POST', `/v1/subscriptions/${sub}/cancel`, { body: {} })).status).toBe(200)
  })
})
