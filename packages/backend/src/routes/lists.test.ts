import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { authorise, openSession } from '../../test/client-scenario.ts'
import { startTestService, type TestService, WALLET } from '../../test/test-service.ts'
import { routeTable } from './route-table.ts'

let service: TestService
const made: string[] = []
beforeAll(async () => {
  service = await startTestService()
  for (let index = 0; index < 12; index += 1) {
    const body = { name: `p${index}`, rate_usd_per_second: '1' }
    made.unshift((await service.request('POST', '/v1/products', { body })).json.id)
  }
})
afterAll(() => service.close())

const lists = routeTable.filter(route => route.operationId.endsWith('.list'))
const page = async (query: string) => {
  const { json } = await service.request('GET', `/v1/products${query}`)
  return { ids: json.data.map((product: { id: string }) => product.id), hasMore: json.has_more }
}

describe('a list', () => {
  it('is newest first, ten to a page, and pages both ways', async () => {
    expect(await page('')).toEqual({ ids: made.slice(0, 10), hasMore: true })
    expect(await page(`?starting_after=${made[9]}`)).toEqual({ ids: made.slice(10), hasMore: false })
    expect(await page(`?limit=3&ending_before=${made[5]}`)).toEqual({ ids: made.slice(2, 5), hasMore: true })
    expect(await page('?limit=100')).toEqual({ ids: made, hasMore: false })
  })

  it('comes in its envelope', async () => {
    const { json } = await service.request('GET', '/v1/products?limit=1')
    expect(json).toEqual({ object: 'list', data: [expect.anything()], has_more: true, url: '/v1/products' })
  })

  it.each(lists.map(route => [route.path]))('%s refuses pages that cannot be', async path => {
    const refusals = [
      ['limit=0', 'parameter_out_of_range', 'limit'],
      ['limit=101', 'parameter_out_of_range', 'limit'],
      ['limit=-1', 'parameter_out_of_range', 'limit'],
      ['limit=99999999999999999999', 'parameter_out_of_range', 'limit'],
      ['limit=abc', 'parameter_invalid', 'limit'],
      ['limit=', 'parameter_invalid', 'limit'],
      ['limit=1.5', 'parameter_invalid', 'limit'],
      ['limit=1&limit=1', 'parameter_invalid', 'limit'],
      ['?limit=1', 'parameter_unknown', '?limit'],
      ['constructor=1&constructor=1', 'parameter_unknown', 'constructor'],
      ['starting_after=a&ending_before=b', 'parameter_invalid', 'ending_before'],
      ['starting_after=nothing', 'resource_missing', 'starting_after'],
      ['ending_before=nothing', 'resource_missing', 'ending_before'],
      ['starting_after=%00', 'parameter_invalid', 'starting_after'],
      ['limit=0&starting_after=nothing&zzz=1', 'parameter_out_of_range', 'limit'],
    ]
    for (const [query, code, param] of refusals) {
      const { status, json } = await service.request('GET', `${path}?${query}`)
      expect([query, status, json.error.type, json.error.code, json.error.param]).toEqual([
        query,
        400,
        'invalid_request_error',
        code,
        param,
      ])
    }
  })

  it('says of an instant in milliseconds that seconds are meant', async () => {
    for (const bound of ['gte', 'lte']) {
      const { status, json } = await service.request('GET', `/v1/invoices?period_end[${bound}]=1700000000000`)
      expect([status, json.error.code, json.error.param]).toEqual([
        ...[400, 'parameter_out_of_range', `period_end[${bound}]`],
      ])
      expect(json.error.message).toMatch(/unix seconds; this number looks like milliseconds/)
    }
    const endOf9999 = Date.UTC(9999, 11, 31) / 1000
    expect((await service.request('GET', `/v1/invoices?period_end[lte]=${endOf9999}`)).status).toBe(200)
  })

  it.each([
    ['0', 'parameter_out_of_range', 'must be at least 1, not 0'],
    ['99999999999999999999', 'parameter_out_of_range', 'must be at most 100, not 100000000000000000000'],
    ['-99999999999999999999', 'parameter_out_of_range', 'must be at least 1, not -100000000000000000000'],
    ['1e99', 'parameter_invalid', 'must be a whole number, not the string "1e99"'],
  ])('says for limit=%s which limits are allowed', async (limit, code, reason) => {
    const { json } = await service.request('GET', `/v1/products?limit=${limit}`)
    expect(json.error.message).toBe(`"limit" ${reason}. See /docs/errors#${code}`)
  })

  it.each([
    '/v1/customers',
    '/v1/invoices?status=paid&customer=cus_x&subscription=sub_x&period_end[gte]=0&period_end[lte]=1',
    '/v1/subscriptions?status=running&customer=cus_x&product=prod_x',
    '/v1/checkout/sessions?status=open',
    '/v1/events?type=invoice.paid',
  ])('%s is empty when nothing matches', async path => {
    const { status, json } = await service.request('GET', path)
    expect([status, json.data, json.has_more]).toEqual([200, [], false])
    expect(json.url).toBe(path.split('?')[0])
  })

  it.each([
    ['/v1/invoices?status=open', 'status'],
    ['/v1/invoices?period_end[gte]=x', 'period_end[gte]'],
    ['/v1/invoices?period_end%5Blte%5D=1.5', 'period_end[lte]'],
    ['/v1/subscriptions?status=', 'status'],
    ['/v1/checkout/sessions?status=paid', 'status'],
  ])('%s is refused', async (path, param) => {
    const { status, json } = await service.request('GET', path)
    expect([status, json.error.code, json.error.param]).toEqual([400, 'parameter_invalid', param])
  })

  it('finds customers and sessions by the merchant’s own filters, and nothing of another merchant', async () => {
    const service = await startTestService()
    onTestFinished(() => service.close())
    const session = await openSession(service)
    await openSession(service)
    await authorise(service, session)
    const of = async (path: string, key?: string) =>
      (await service.request('GET', path, { key: key ?? service.testKey })).json.data.map(
        ({ id }: { id: string }) => id,
      )
    const { json } = await service.request('GET', `/v1/checkout/sessions/${session}`)
    const [customer, product] = [json.customer, json.product.id]
    const { json: found } = await service.request('GET', `/v1/customers/${customer}`)
    for (const filter of [
      `email=${encodeURIComponent(found.email)}`,
      `wallet_address=${WALLET}`,
      `wallet_address=${WALLET.toLowerCase()}&email=${encodeURIComponent(found.email)}`,
    ]) {
      expect([filter, await of(`/v1/customers?${filter}`)]).toEqual([filter, [customer]])
      const { testKey } = await service.newMerchant()
      expect(await of(`/v1/customers?${filter}`, testKey)).toEqual([])
    }
    for (const filter of ['email=none%40example.com', `wallet_address=0x${'1'.repeat(40)}`])
      expect(await of(`/v1/customers?${filter}`)).toEqual([])
    expect(await of(`/v1/checkout/sessions?product=${product}&status=complete`)).toEqual([session])
    expect(await of(`/v1/checkout/sessions?customer=${customer}`)).toEqual([session])
    for (const list of ['/v1/checkout/sessions', '/v1/subscriptions'])
      for (const filter of [`customer=${customer}`, `product=${product}`]) {
        const { testKey } = await service.newMerchant()
        expect([list, filter, (await of(`${list}?${filter}`)).length]).toEqual([list, filter, 1])
        expect([list, filter, await of(`${list}?${filter}`, testKey)]).toEqual([list, filter, []])
        expect([list, filter, await of(`${list}?${filter}none`)]).toEqual([list, filter, []])
      }
    const refused = await service.request('GET', '/v1/customers?wallet_address=0x12')
    expect([refused.status, refused.json.error.param]).toEqual([400, 'wallet_address'])
  })
})
