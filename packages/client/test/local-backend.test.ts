import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BillingClient, createClient } from '../src/index.ts'
import { type LocalBackend, startLocalBackend } from './local-backend.ts'

let backend: LocalBackend
let billing: BillingClient

beforeAll(async () => {
  backend = await startLocalBackend()
  billing = createClient({ apiKey: backend.merchant.test_key, baseUrl: backend.url })
})

afterAll(() => backend?.[Symbol.asyncDispose]())

const URLS = { success_url: 'https://shop.example/success', cancel_url: 'https://shop.example/' }

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    ({ name, status, code, param }) => ({ name, status, code, param }),
  )
}

describe('every method is understood by the service', () => {
  test('products', async () => {
    const created = await billing.products.create({
      name: 'H100',
      description: 'A machine',
      rate_usd_per_second: '0.000692',
      allow_pause: true,
      start_mode: 'merchant',
    })
    expect(await billing.products.retrieve(created.id)).toEqual(created)
    const renamed = await billing.products.update(created.id, { name: 'H200', active: true })
    expect(renamed).toEqual({ ...created, name: 'H200' })
    const listed = await billing.products.list({ limit: 1 })
    expect(listed.data).toEqual([renamed])
  })

  test('checkout sessions', async () => {
    const product = await billing.products.create({ name: 'A100', rate_usd_per_second: '0.1' })
    const created = await billing.checkout.sessions.create({
      product: product.id,
      max_duration_seconds: 60,
      ...URLS,
    })
    expect(created).toMatchObject({ status: 'open', product, max_escrow_usd: '6' })
    expect(await billing.checkout.sessions.retrieve(created.id)).toEqual(created)
    const expired = await billing.checkout.sessions.expire(created.id)
    expect(expired.status).toBe('expired')
    const listed = await billing.checkout.sessions.list({ status: 'expired', limit: 1 })
    expect(listed.data).toEqual([expired])
  })

  test('customers, subscriptions and invoices', async () => {
    const missing = { name: 'NotFoundError', status: 404, code: 'resource_missing' }
    const { customers, subscriptions, invoices } = billing
    for (const call of [
      () => customers.retrieve('cus_1'),
      () => subscriptions.retrieve('sub_1'),
      () => subscriptions.start('sub_1'),
      () => subscriptions.pause('sub_1'),
      () => subscriptions.resume('sub_1'),
      () => subscriptions.cancel('sub_1'),
      () => invoices.retrieve('in_1'),
    ])
      expect(await codeOf(call())).toMatchObject(missing)
    const empty = { object: 'list', data: [], has_more: false }
    expect(await customers.list({ limit: 100 })).toMatchObject(empty)
    const filters = { status: 'running', customer: 'cus_1', product: 'prod_1' } as const
    expect(await subscriptions.list(filters)).toMatchObject(empty)
    const range = {
      status: 'paid',
      customer: 'cus_1',
      subscription: 'sub_1',
      period_end: { gte: 1, lte: 2 },
    } as const
    expect(await invoices.list(range)).toMatchObject(empty)
  })

  test('events', async () => {
    const product = await billing.products.create({ name: 'T4', rate_usd_per_second: '0.01' })
    const { data } = await billing.events.list({ type: 'product.created', limit: 1 })
    expect(data).toMatchObject([{ type: 'product.created', data: { object: product } }])
    expect(await billing.events.retrieve(`${data[0]?.id}`)).toEqual(data[0])
  })

  test('webhook endpoints', async () => {
    const { webhookEndpoints } = billing
    const { secret, ...created } = await webhookEndpoints.create({
      url: 'https://shop.example/webhooks',
      events: ['invoice.paid'],
    })
    expect(secret).toMatch(/^whsec_/)
    expect(await webhookEndpoints.retrieve(created.id)).toEqual(created)
    const disabled = await webhookEndpoints.update(created.id, { status: 'disabled' })
    expect(disabled).toEqual({ ...created, status: 'disabled' })
    const rotated = await webhookEndpoints.update(created.id, { rotate_secret: true })
    expect(rotated).toEqual({ ...disabled, secret: expect.stringMatching(/^whsec_/) })
    expect(rotated.secret).not.toBe(secret)
    expect((await webhookEndpoints.list()).data).toEqual([disabled])
    const deleted = { id: created.id, object: 'webhook_endpoint', deleted: true }
    expect(await webhookEndpoints.del(created.id)).toEqual(deleted)
    expect(await codeOf(webhookEndpoints.del(created.id))).toMatchObject({ code: 'resource_missing' })
  })

  test('the clock', async () => {
    const { clock } = billing.testHelpers
    const frozen = await clock.freeze()
    expect(frozen.frozen).toBe(true)
    expect(await clock.advance({ seconds: 3_600 })).toMatchObject({ now: frozen.now + 3_600, frozen: true })
    expect(await clock.retrieve()).toMatchObject({ now: frozen.now + 3_600 })
    expect(await clock.release()).toMatchObject({ frozen: false })
  })

  test('pages, both ways', async () => {
    const names = ['1', '2', '3', '4', '5']
    const start = await billing.products.create({ name: 'start', rate_usd_per_second: '1' })
    for (const name of names) await billing.products.create({ name, rate_usd_per_second: '1' })
    const forwards: string[] = []
    for await (const { name } of billing.products.list({ limit: 2 })) {
      if (name === 'start') break
      forwards.push(name)
    }
    const backwards: string[] = []
    for await (const { name } of billing.products.list({ limit: 2, ending_before: start.id }))
      backwards.push(name)
    expect({ forwards, backwards }).toEqual({ forwards: names.toReversed(), backwards: names })
  })
})

describe('refusals', () => {
  test('arrive as their classes', async () => {
    const stranger = createClient({ apiKey: 'sk_test_nobody', baseUrl: backend.url })
    const body = { name: 'x', rate_usd_per_second: '1' }
    await billing.products.create(body, { idempotencyKey: 'once' })
    expect([
      await codeOf(billing.products.create({ name: '', rate_usd_per_second: '1' })),
      await codeOf(billing.products.create({ ...body, name: 'y' }, { idempotencyKey: 'once' })),
      await codeOf(stranger.products.list()),
      await codeOf(billing.products.list({ limit: 0 })),
    ]).toEqual([
      { name: 'InvalidRequestError', status: 400, code: 'parameter_out_of_range', param: 'name' },
      { name: 'IdempotencyError', status: 400, code: 'idempotency_key_reused', param: 'Idempotency-Key' },
      { name: 'AuthenticationError', status: 401, code: 'api_key_invalid', param: undefined },
      { name: 'InvalidRequestError', status: 400, code: expect.any(String), param: 'limit' },
    ])
  })

  test('a live key sees nothing of test mode', async () => {
    const product = await billing.products.create({ name: 'x', rate_usd_per_second: '1' })
    const live = createClient({ apiKey: backend.merchant.live_key, baseUrl: backend.url })
    expect(await codeOf(live.products.retrieve(product.id))).toMatchObject({ name: 'NotFoundError' })
    expect(await codeOf(live.testHelpers.clock.retrieve())).toMatchObject({ name: 'NotFoundError' })
  })
})

describe('faults are got over', () => {
  test.each(['rate_limit', 'server_error', 'lost_response'])(
    '%s: the call succeeds and acts once',
    async kind => {
      await backend.fault({ kind, count: 1, path: '/v1/products' })
      const product = await billing.products.create({ name: kind, rate_usd_per_second: '1' })
      const made: string[] = []
      for await (const { id, name } of billing.products.list()) if (name === kind) made.push(id)
      expect(made).toEqual([product.id])
    },
  )

  test('a delete whose answer was lost is a delete', async () => {
    const { id } = await billing.webhookEndpoints.create({ url: 'https://shop.example/webhooks' })
    await backend.fault({ kind: 'lost_response', count: 1, path: `/v1/webhook_endpoints/${id}` })
    expect(await billing.webhookEndpoints.del(id)).toEqual({ id, object: 'webhook_endpoint', deleted: true })
    expect((await billing.webhookEndpoints.list()).data).toEqual([])
  })
})

describe('test helpers', () => {
  const wallet_address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const fund = (client: BillingClient) => client.testHelpers.faucet.fund({ wallet_address, amount: '1' })

  test('with the admin token they make merchants, fill wallets and let calls fail', async () => {
    const { url: baseUrl, admin_token: adminToken } = backend
    const operator = createClient({ apiKey: backend.merchant.test_key, baseUrl, adminToken })
    expect(await fund(operator)).toEqual({ tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    const { merchants, faults } = operator.testHelpers
    const merchant = await merchants.create({ name: 'Another', payout_address: wallet_address })
    expect(merchant).toEqual({
      id: expect.stringMatching(/^mer_/),
      name: 'Another',
      payout_address: wallet_address,
      test_key: expect.stringMatching(/^sk_test_/),
      live_key: expect.stringMatching(/^sk_live_/),
    })
    const own = createClient({ apiKey: merchant.test_key, baseUrl, maxRetries: 0 })
    const fault = { kind: 'server_error', count: 1, path: '/v1/products', merchant: merchant.id } as const
    expect(await faults.set(fault)).toEqual(fault)
    expect((await billing.products.list()).has_more).toBeTypeOf('boolean')
    expect(await codeOf(own.products.list())).toMatchObject({ status: 500 })
    expect((await own.products.list()).data).toEqual([])
  })

  test('without it, or with another, nothing is done', async () => {
    const { url: baseUrl } = backend
    const key = { name: 'AuthenticationError', param: undefined }
    expect(await codeOf(fund(billing))).toEqual({ ...key, status: undefined, code: 'api_key_missing' })
    const stranger = createClient({ apiKey: backend.merchant.test_key, baseUrl, adminToken: 'admin_x' })
    expect(await codeOf(fund(stranger))).toEqual({ ...key, status: 401, code: 'api_key_invalid' })
    expect(() => createClient({ apiKey: 'sk_test_1', baseUrl, adminToken: '' })).toThrow(
      'The admin token is empty',
    )
  })
})
