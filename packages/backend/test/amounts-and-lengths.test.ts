import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice } from '../src/domain/entities.ts'
import { authorise, openSession } from './client-scenario.ts'
import { NOW, startTestService, type TestService } from './test-service.ts'

const urls = { success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const product = async (fields: Record<string, unknown>, key = service.testKey) =>
  (
    await service.request('POST', '/v1/products', {
      key,
      body: { name: 'GPU', rate_usd_per_second: '1', ...fields },
    })
  ).json
const session = async (fields: Record<string, unknown>, key = service.testKey) =>
  service.request('POST', '/v1/checkout/sessions', { key, body: { ...urls, ...fields } })

describe('amounts', () => {
  it.each([
    ['0.0', '0', 60, '0'],
    ['0.000000000000000001', '0.000000000001', 2_592_000, '0.000000000002592'],
    ['000000000000000000007.10', '7100000', 61, '433.1'],
    [
      '999999999999999.999999999999999999',
      '999999999999999999999.999999999999',
      2_592_000,
      '2591999999999999999999.999999999997408',
    ],
  ])(
    'a rate of %s is %s base units, and %s seconds cost %s, exactly',
    async (rate, wei, seconds, maximum) => {
      const made = await product({ rate_usd_per_second: rate })
      expect([made.rate_usd_per_second, made.rate_per_second_wei]).toEqual([rate, wei])
      const { json } = await session({ product: made.id, max_duration_seconds: seconds })
      expect([json.max_duration_seconds, json.max_escrow_usd]).toEqual([seconds, maximum])
    },
  )

  // docs/money.md, rule 40
  it('a rate as a JSON number is refused by name, for any number', async () => {
    for (const rate of ['0.000277', '1', '1e-7', '0']) {
      const body = `{"name":"a","rate_usd_per_second":${rate}}`
      const { status, json } = await service.request('POST', '/v1/products', { body })
      expect([status, json.error.type, json.error.param]).toEqual([
        400,
        'invalid_request_error',
        'rate_usd_per_second',
      ])
    }
  })
})

describe('lengths', () => {
  it('count code points at both ends', async () => {
    for (const description of ['', '💠'.repeat(1000)])
      expect((await product({ description })).description).toBe(description)
    const long = await service.request('POST', '/v1/products', {
      body: { name: 'a', rate_usd_per_second: '1', description: '💠'.repeat(1001) },
    })
    expect([long.status, long.json.error.code, long.json.error.param]).toEqual([
      400,
      'parameter_out_of_range',
      'description',
    ])
    const page = `https://shop.example/${'💠'.repeat(2048 - 21)}`
    const { id } = await product({})
    expect((await session({ product: id, success_url: page })).json.success_url).toBe(page)
    expect((await session({ product: id, success_url: `${page}a` })).json.error).toMatchObject({
      code: 'url_invalid',
      param: 'success_url',
    })
  })
})

describe('products of others', () => {
  it('look unknown in a new session', async () => {
    const other = await service.newMerchant()
    const theirs = (await product({}, other.testKey)).id
    const live = (await product({}, service.liveKey)).id
    for (const id of [theirs, live, 'prod_unknown', 'cs_unknown', '']) {
      const { status, json } = await session({ product: id })
      expect([id, status, json.error.type, json.error.code, json.error.param]).toEqual([
        id,
        404,
        'not_found',
        'resource_missing',
        'product',
      ])
    }
  })
})

describe('invoices', () => {
  let ends: string[]
  let sub: string
  let customer: string
  let key: string
  beforeAll(async () => {
    sub = (await authorise(service, await openSession(service))).sub
    const { json } = await service.request('GET', `/v1/subscriptions/${sub}`)
    customer = json.customer
    key = service.testKey
    const invoice = (periodEnd: number, status: 'paid' | 'failed'): Invoice => ({
      id: service.deps.newId('in_'),
      merchantId: service.merchantId,
      mode: 'test',
      subscriptionId: sub,
      customerId: customer,
      periodStart: NOW * 1000,
      periodEnd,
      seconds: 100,
      gross: 27_700n,
      fee: status === 'paid' ? 277n : 0n,
      net: status === 'paid' ? 27_423n : 0n,
      status,
      txHash: status === 'paid' ? `0x${'ab'.repeat(32)}` : '',
      created: periodEnd,
    })
    const at = (NOW + 1000) * 1000
    // Instants are kept in milliseconds: the last one of a second belongs to it.
    const rows = [
      invoice(at - 1, 'paid'),
      invoice(at, 'paid'),
      invoice(at + 999, 'failed'),
      invoice(at + 1000, 'paid'),
    ]
    await service.storage.unitOfWork(async tx => {
      for (const row of rows) await tx.invoices.insert(row)
    })
    ends = rows.map(({ id }) => id)
  })

  const found = async (query: string) => {
    const { json } = await service.request('GET', `/v1/invoices?${query}`, { key })
    return json.data.map(({ id }: { id: string }) => ends.indexOf(id)).toSorted()
  }

  it('are told whole, with decimal strings', async () => {
    const { json } = await service.request('GET', `/v1/invoices/${ends[1]}`)
    expect(json).toEqual({
      id: ends[1],
      object: 'invoice',
      subscription: sub,
      customer,
      period_start: NOW,
      period_end: NOW + 1000,
      seconds: 100,
      amount_settled: '0.0277',
      gross: '0.0277',
      fee: '0.000277',
      net: '0.027423',
      currency: 'ausd',
      status: 'paid',
      tx_hash: `0x${'ab'.repeat(32)}`,
      livemode: false,
      created: NOW + 1000,
    })
  })

  it('are found by each filter, by inclusive bounds on the second they were settled in, and with pages', async () => {
    const at = NOW + 1000
    expect(await found(`period_end[gte]=${at}`)).toEqual([1, 2, 3])
    expect(await found(`period_end[gte]=${at}&period_end[lte]=${at}`)).toEqual([1, 2])
    expect(await found('status=failed')).toEqual([2])
    expect(await found('customer=cus_other')).toEqual([])
    expect(await found('subscription=sub_other')).toEqual([])
    expect(await found(`status=paid&customer=${customer}&subscription=${sub}`)).toEqual([0, 1, 3])
    expect(await found(`status=paid&limit=2&starting_after=${ends[3]}`)).toEqual([0, 1])
  })

  it('are not found by others', async () => {
    const other = await service.newMerchant()
    for (const stranger of [other.testKey, service.liveKey]) {
      const listed = await service.request('GET', `/v1/invoices?customer=${customer}`, { key: stranger })
      expect(listed.json.data).toEqual([])
      for (const path of [
        `/v1/invoices/${ends[0]}`,
        `/v1/customers/${customer}`,
        `/v1/subscriptions/${sub}`,
      ]) {
        const { status, json } = await service.request('GET', path, { key: stranger })
        expect([path, status, json.error.type]).toEqual([path, 404, 'not_found'])
      }
      const cursor = await service.request('GET', `/v1/invoices?starting_after=${ends[0]}`, { key: stranger })
      expect([cursor.status, cursor.json.error.code, cursor.json.error.param]).toEqual([
        400,
        'resource_missing',
        'starting_after',
      ])
    }
  })
})
