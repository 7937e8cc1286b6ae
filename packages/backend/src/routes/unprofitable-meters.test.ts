import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorise, handIn, openSession, prepare } from '../../test/client-scenario.ts'
import { type Answered, startTestService, type TestService } from '../../test/test-service.ts'
import { localPolicy } from '../domain/billing-policy.fixture.ts'

const OTHER_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

const refusal = ({ status, json }: Answered) => {
  const { code, param, message } = json.error
  return { status, code, param, message: message.replace(/ See .*/, '') }
}
const offer = async (rate: string, cap?: number) => {
  const product = { name: 'GPU', rate_usd_per_second: rate }
  const { json } = await service.request('POST', '/v1/products', { body: product })
  const page = { success_url: 'https://shop.example/yes', cancel_url: 'https://shop.example/no' }
  return service.request('POST', '/v1/checkout/sessions', {
    body: { product: json.id, ...page, ...(cap && { max_duration_seconds: cap }) },
  })
}

describe('a least deposit (docs/money.md, rule 78)', () => {
  beforeEach(() => {
    service.deps.policy = { ...localPolicy, minDeposit: 100_000n }
  })

  test('default: as much as is asked for is offered, a base unit less is not', async () => {
    expect((await offer('0.001', 100)).status).toBe(200)
    expect(refusal(await offer('0.001', 99))).toEqual({
      status: 400,
      code: 'deposit_below_minimum',
      param: 'max_duration_seconds',
      message:
        'The deposit for 99 seconds is 0.099 AUSD, and this service requires at least 0.1. Choose a longer time, or charge more a second.',
    })
    // Deposits are rounded up: 99.999001 thousandths are 0.1.
    expect((await offer('0.000999999999', 100)).status).toBe(200)
  })

  test('default: where the subscriber chooses, it is the choice that is refused', async () => {
    const { json } = await offer('0.001')
    const choose = (max_duration_seconds: number) => prepare(service, json.id, { max_duration_seconds })
    expect((await choose(100)).status).toBe(200)
    expect(refusal(await choose(99))).toMatchObject({
      code: 'deposit_below_minimum',
      param: 'max_duration_seconds',
    })
  })

  test('edge: a rate that reaches it in no time that there may be is refused before a session is made', async () => {
    // 30 days have 2,592,000 seconds.
    expect((await offer('0.00000003858')).status).toBe(200)
    for (const [rate, deposit] of [
      ['0.000000038579', '0.099997'],
      ['0', '0'],
    ] as const)
      expect(refusal(await offer(rate))).toEqual({
        status: 400,
        code: 'deposit_below_minimum',
        param: 'product',
        message: `The greatest deposit at this rate is ${deposit} AUSD, and this service requires at least 0.1. Charge more a second.`,
      })
  })
})

describe('a most of open meters (docs/money.md, rule 78)', () => {
  test('default: a customer with as many is refused another one, before and after the signature, until one ends', async () => {
    service.deps.policy = { ...localPolicy, maxOpenMeters: 2 }
    const [first, second, third] = [
      await openSession(service),
      await openSession(service),
      await openSession(service),
    ]
    const { json: prepared } = await prepare(service, third)
    const { sub } = await authorise(service, first)
    await authorise(service, second)
    const full = {
      status: 400,
      code: 'open_meters_exceeded',
      param: undefined,
      message: 'This wallet has 2 meters open here, as many as it may have. Stop one of them first.',
    }
    expect(refusal(await handIn(service, third, prepared.draft))).toEqual(full)
    expect(refusal(await prepare(service, third))).toEqual(full)
    expect((await prepare(service, third, { wallet_address: OTHER_WALLET })).status).toBe(200)
    await service.request('POST', `/v1/subscriptions/${sub}/cancel`, { body: {} })
    expect((await handIn(service, third, prepared.draft)).status).toBe(200)
  })
})
