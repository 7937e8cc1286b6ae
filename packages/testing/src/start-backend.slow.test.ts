import { SERVICE_VARIABLES } from '@per-second/protocol/service-variables'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestMerchant } from './connect-backend.ts'
import type { Duration } from './parse-duration.ts'
import { type RunningBackend, startBackend } from './start-backend.ts'

let backend: RunningBackend

beforeAll(async () => {
  backend = await startBackend()
})

afterAll(() => backend?.stop())

async function newSession({ billing }: TestMerchant, max_duration_seconds?: number) {
  const product = await billing.products.create({ name: 'GPU', rate_usd_per_second: '0.01' })
  return billing.checkout.sessions.create({
    product: product.id,
    success_url: 'https://shop.example/success',
    cancel_url: 'https://shop.example/',
    ...(max_duration_seconds && { max_duration_seconds }),
  })
}

test('an hour on the meter without a browser: authorised, settled, and the rest is given back', async () => {
  const merchant = await backend.createMerchant({ name: 'A shop' })
  const wallet = backend.createWallet()
  await wallet.fund('100.5')
  await backend.clock.freeze()
  const session = await newSession(merchant)
  const meter = await wallet.openMeter(session, { email: 'grace@example.com', maxDuration: '2h' })
  const { customer, ...opened } = await meter.read()
  expect(opened).toMatchObject({ id: meter.id, status: 'running', max_duration_seconds: 7_200 })
  expect(await wallet.balance()).toBe('28.5')
  await backend.clock.advance('1h')
  const { subscriptions, customers } = merchant.billing
  expect(await subscriptions.cancel(meter.id)).toMatchObject({ settled_usd: '36' })
  expect(await wallet.balance()).toBe('64.5')
  expect(await customers.retrieve(customer)).toMatchObject({ email: 'grace@example.com' })
  await backend.clock.release()
})

test('a maximum that the merchant fixed is taken, and a fixed key is the same wallet', async () => {
  const merchant = await backend.createMerchant()
  const wallet = backend.createWallet(`0x${'11'.repeat(32)}`)
  expect(wallet.address).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
  await wallet.fund('1')
  const { terms } = await wallet.openMeter(await newSession(merchant, 60))
  expect(terms.max_seconds).toBe(60)
  expect((await backend.chain.openedBy(wallet.address)).terms.maxSeconds).toBe(60)
})

test('a call fails as often as it was told to, and 0 clears the remainder', async () => {
  const { billing, id } = await backend.createMerchant()
  const list = () =>
    billing.products.list({}, { maxRetries: 0 }).then(
      () => 200,
      ({ status }) => status,
    )
  await backend.fail('server_error', { merchant: id })
  expect([await list(), await list()]).toEqual([500, 200])
  await backend.fail('rate_limit', { count: 5, merchant: id })
  expect(await list()).toBe(429)
  await backend.fail('rate_limit', { count: 0 })
  expect(await list()).toBe(200)
})

describe('errors', () => {
  test('the service’s refusals are reported in its words', async () => {
    const merchant = await backend.createMerchant()
    const session = await newSession(merchant)
    await merchant.billing.checkout.sessions.expire(session.id)
    const opened = backend.createWallet().openMeter(session, { maxDuration: '1h' })
    await expect(opened).rejects.toMatchObject({
      ...{ code: 'checkout_session_expired', signed: null },
      message: expect.stringContaining('expired'),
    })
  })

  test('a clock is moved by a duration, or not at all', async () => {
    await expect(backend.clock.advance('1 hour' as Duration)).rejects.toMatchObject({
      code: 'duration_invalid',
    })
  })

  test('a backend that cannot start says why', async () => {
    await expect(startBackend({ options: ['--fee-bps', 'much'] })).rejects.toMatchObject({
      name: 'TestingError',
      code: 'backend_failed',
      message: expect.stringMatching(/ended with 2 before it was ready:\n--fee-bps must be a whole number/),
    })
  })
})

test('two at once know nothing of each other, and are gone when they are let go', async () => {
  let url: string
  {
    await using other = await startBackend()
    url = other.url
    const before = await backend.clock.retrieve()
    await other.clock.advance('1d')
    const after = await backend.clock.retrieve()
    expect(after.offset_seconds).toBe(before.offset_seconds)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  }
  await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed')
})

test('a shop’s environment for its own service is not used', async () => {
  for (const name of SERVICE_VARIABLES) vi.stubEnv(name, 'postgres://shop@127.0.0.1:1/shop')
  try {
    await using shops = await startBackend()
    const { billing } = await shops.createMerchant()
    expect((await billing.products.list()).data).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('error: an older Node is named, with the way to another one', async () => {
  const own = Object.getOwnPropertyDescriptor(process.versions, 'node')
  Object.defineProperty(process.versions, 'node', { ...own, value: '20.20.2' })
  try {
    await expect(startBackend()).rejects.toMatchObject({
      code: 'backend_failed',
      message:
        'The test kit needs Node 24 or later, and Node 20.20.2 runs these tests. This brings one along: npx --yes -p node@24 node node_modules/.bin/playwright test',
    })
  } finally {
    Object.defineProperty(process.versions, 'node', { ...own })
  }
})
