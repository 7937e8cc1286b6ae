import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW, startTestService, type TestService } from '../../test/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const gpu = { name: 'GPU', rate_usd_per_second: '0.000277' }
const create = (body: unknown) => service.request('POST', '/v1/products', { body })

describe('create a product', () => {
  it('answers every field, with defaults', async () => {
    const { status, json } = await create(gpu)
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^prod_[0-9a-z]{38}$/),
      object: 'product',
      name: 'GPU',
      description: null,
      rate_usd_per_second: '0.000277',
      rate_per_second_wei: '277',
      currency: 'ausd',
      allow_pause: false,
      start_mode: 'checkout',
      active: true,
      active_subscriptions: 0,
      livemode: false,
      created: NOW,
    })
  })

  it('echoes the request, to the letter', async () => {
    const sent = {
      name: '💠'.repeat(200),
      description: 'é'.repeat(1000),
      rate_usd_per_second: '00.00000385000',
      allow_pause: true,
      start_mode: 'merchant',
    }
    const { json } = await service.request('POST', '/v1/products', { key: service.liveKey, body: sent })
    expect(json).toMatchObject({ ...sent, rate_per_second_wei: '3.85', livemode: true })
  })

  it.each([
    [{ ...gpu, name: '' }, 'parameter_out_of_range', 'name'],
    [{ ...gpu, name: '💠'.repeat(201) }, 'parameter_out_of_range', 'name'],
    [{ ...gpu, rate_usd_per_second: '1e-6' }, 'parameter_invalid', 'rate_usd_per_second'],
    [{ ...gpu, rate_usd_per_second: '-1' }, 'parameter_invalid', 'rate_usd_per_second'],
    [{ ...gpu, rate_usd_per_second: '1\n' }, 'parameter_invalid', 'rate_usd_per_second'],
    [{ ...gpu, rate_usd_per_second: '1'.repeat(16) }, 'rate_out_of_range', 'rate_usd_per_second'],
    [{ ...gpu, rate_usd_per_second: `0.${'1'.repeat(19)}` }, 'rate_out_of_range', 'rate_usd_per_second'],
    [{ ...gpu, start_mode: 'later' }, 'parameter_invalid', 'start_mode'],
    [{ zzz: 1, start_mode: 'later', name: '' }, 'parameter_out_of_range', 'name'],
  ])('refuses %j', async (body, code, param) => {
    const { status, json } = await create(body)
    expect([status, json.error.type, json.error.code, json.error.param]).toEqual([
      400,
      'invalid_request_error',
      code,
      param,
    ])
  })

  it.each([
    ['rateUsdPerSecond', ' Did you mean "rate_usd_per_second"?'],
    ['desciption', ' Did you mean "description"?'],
    ['metadata', ''],
  ])('names the parameter that %s was probably meant to be', async (param, hint) => {
    const { json } = await create({ ...gpu, [param]: 'x' })
    const message = `"${param}" is not a parameter of this operation.${hint} See /docs/errors#parameter_unknown`
    expect(json.error).toMatchObject({ code: 'parameter_unknown', param, message })
    const { json: listed } = await service.request('GET', '/v1/products?limt=5')
    expect(listed.error.message).toContain(
      '"limt" is not a parameter of this operation. Did you mean "limit"?',
    )
  })

  it('names the parameter that was sent in place of a required one, and the value that was meant or is to be omitted', async () => {
    const { json: camel } = await create({ name: 'GPU', ratePerSecond: '1' })
    const missing = '"rate_usd_per_second" is required. You sent "ratePerSecond", which is not a parameter.'
    expect(camel.error.message).toBe(`${missing} See /docs/errors#parameter_missing`)
    const { json: mode } = await create({ ...gpu, start_mode: 'merchnt' })
    const modes = '"start_mode" must be one of "checkout", "merchant"'
    expect(mode.error.message).toBe(
      `${modes}, not "merchnt". Did you mean "merchant"? See /docs/errors#parameter_invalid`,
    )
    const { json: without } = await create({ ...gpu, description: null })
    expect(without.error.message).toBe(
      '"description" must be a string, not null. Omit it instead. See /docs/errors#parameter_invalid',
    )
    const { json: required } = await create({ ...gpu, name: null })
    expect(required.error.message).toBe(
      '"name" must be a string, not null. See /docs/errors#parameter_invalid',
    )
    const { json: nothing } = await create({ ...gpu, start_mode: 'later' })
    expect(nothing.error.message).toBe(`${modes}, not "later". See /docs/errors#parameter_invalid`)
  })
})

describe('update a product', () => {
  it('changes name, description and active, and tells about it once', async () => {
    const { json: product } = await create(gpu)
    const path = `/v1/products/${product.id}`
    const changes = { name: 'TPU', description: 'fast', active: false }
    const updated = await service.request('POST', path, { body: changes })
    expect(updated.json).toEqual({ ...product, ...changes })
    await service.request('POST', path)
    await service.request('POST', path, { body: changes })
    expect((await service.request('GET', path)).json).toEqual(updated.json)

    const events = await service.request('GET', '/v1/events?limit=2')
    const brief = events.json.data.map((event: { type: string; data: { object: unknown } }) => [
      event.type,
      event.data.object,
    ])
    expect(brief).toEqual([
      ['product.updated', updated.json],
      ['product.created', product],
    ])
  })

  // docs/money.md, rule 65
  it('knows no other rate', async () => {
    const { json: product } = await create(gpu)
    const { json } = await service.request('POST', `/v1/products/${product.id}`, {
      body: { rate_usd_per_second: '1' },
    })
    expect(json.error).toMatchObject({ code: 'parameter_unknown', param: 'rate_usd_per_second' })
  })
})
