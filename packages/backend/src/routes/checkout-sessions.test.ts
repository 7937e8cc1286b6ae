import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '../../test/client-scenario.ts'
import { NOW, startTestService, type TestService } from '../../test/test-service.ts'

let service: TestService
let product: { id: string }
beforeAll(async () => {
  service = await startTestService()
  const body = { name: 'GPU', rate_usd_per_second: '0.000277' }
  product = (await service.request('POST', '/v1/products', { body })).json
})
afterAll(() => service.close())

const urls = {
  success_url: 'https://shop.example/ok?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.example',
}
const create = (fields: Record<string, unknown> = {}) =>
  service.request('POST', '/v1/checkout/sessions', { body: { product: product.id, ...urls, ...fields } })

describe('create a checkout session', () => {
  it('answers every field, and the subscriber may choose the cap', async () => {
    const { status, json } = await create()
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^cs_[0-9a-z]{38}$/),
      object: 'checkout.session',
      status: 'open',
      livemode: false,
      created: NOW,
      expires_at: NOW + 86_400,
      ...urls,
      product,
      merchant: { name: 'Shop', logo_url: null, accent: null, support_url: null },
      customer: null,
      subscription: null,
      max_duration_seconds: null,
      max_escrow_usd: null,
    })
    expect((await create({ max_duration_seconds: null })).json.max_duration_seconds).toBeNull()
  })

  it.each([
    [{ product: 7 }, 400, 'parameter_invalid', 'product'],
    [{ product: 'nonsense' }, 404, 'resource_missing', 'product'],
    [{ product: '' }, 404, 'resource_missing', 'product'],
    [{ success_url: 7 }, 400, 'parameter_invalid', 'success_url'],
    [{ success_url: '/thanks' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'javascript:alert(1)' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'https:shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: ' https://shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'https://u:p@shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'https://@shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'https://\\u:p@shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ success_url: 'https:\\\\u:p@shop.example' }, 400, 'url_invalid', 'success_url'],
    [{ cancel_url: `https://shop.example/${'a'.repeat(2048)}` }, 400, 'url_invalid', 'cancel_url'],
    [{ cancel_url: 'https://' }, 400, 'url_invalid', 'cancel_url'],
    [{ max_duration_seconds: 59 }, 400, 'parameter_out_of_range', 'max_duration_seconds'],
    [{ max_duration_seconds: 2_592_001 }, 400, 'parameter_out_of_range', 'max_duration_seconds'],
    [{ max_duration_seconds: 60.5 }, 400, 'parameter_invalid', 'max_duration_seconds'],
    [{ max_duration_seconds: '60' }, 400, 'parameter_invalid', 'max_duration_seconds'],
  ])('refuses %j', async (fields, status, code, param) => {
    const answer = await create(fields)
    expect([answer.status, answer.json.error.code, answer.json.error.param]).toEqual([status, code, param])
  })

  it('accepts the bounds', async () => {
    expect((await create({ max_duration_seconds: 60 })).status).toBe(200)
    expect((await create({ max_duration_seconds: 2_592_000 })).status).toBe(200)
    const longest = `https://shop.example/${'a'.repeat(2048 - 21)}`
    expect((await create({ success_url: longest })).json.success_url).toBe(longest)
  })

  // docs/money.md, rule 65
  it('refuses an inactive product', async () => {
    const body = { name: 'old', rate_usd_per_second: '1' }
    const old = (await service.request('POST', '/v1/products', { body })).json
    await service.request('POST', `/v1/products/${old.id}`, { body: { active: false } })
    const { status, json } = await create({ product: old.id })
    expect([status, json.error.code, json.error.param]).toEqual([400, 'product_inactive', 'product'])
  })
})

describe('the end of a checkout session', () => {
  it('comes when the merchant says so, once', async () => {
    const { json: session } = await create()
    const path = `/v1/checkout/sessions/${session.id}`
    const expired = await service.request('POST', `${path}/expire`, { body: {} })
    expect(expired.json).toEqual({ ...session, status: 'expired' })
    const again = await service.request('POST', `${path}/expire`)
    expect([again.status, again.json.error.code]).toEqual([400, 'checkout_session_expired'])
    const events = await service.request('GET', '/v1/events?type=checkout.session.expired')
    expect(events.json.data.map((event: { data: unknown }) => event.data)).toEqual([{ object: expired.json }])
  })

  it('comes 24 hours after creation to the second, without anything having to run', async () => {
    const own = await startTestService()
    const session = await openSession(own)
    const status = async () => (await own.request('GET', `/v1/checkout/sessions/${session}`)).json.status
    const listed = async (wanted: string) =>
      (await own.request('GET', `/v1/checkout/sessions?status=${wanted}`)).json.data.length
    own.clock.moveTo((NOW + 86_400) * 1000 - 1)
    expect([await status(), await listed('open'), await listed('expired')]).toEqual(['open', 1, 0])
    own.clock.moveTo((NOW + 86_400) * 1000)
    expect([await status(), await listed('open'), await listed('expired')]).toEqual(['expired', 0, 1])
    await own.close()
  })
})
