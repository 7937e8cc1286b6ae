import type { Chain, Customer, Invoice } from '@per-second/protocol/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackendProcess, startBackend } from './backend-process.ts'
import { balanceOf, createMerchantServer } from './merchant.ts'
import { createSubscriber } from './subscriber.ts'

let backend: BackendProcess
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.remove())

const figures = ({ seconds, gross, fee, net, amount_settled, status }: Invoice) => ({
  seconds,
  gross,
  fee,
  net,
  amount_settled,
  status,
})

test('default: one signature, a meter, an hourly settlement, a cancel, and every cent accounted for', async () => {
  const merchant = await createMerchantServer(backend)
  await merchant.freezeClock()
  const product = await merchant.product()
  const session = await merchant.session(product)
  const subscriber = createSubscriber(backend)
  await subscriber.fund('10')
  const chain = (await merchant.call<Chain>('GET', `/v1/client/checkout/sessions/${session.id}/chain`)).status
  expect(chain).toBe(401)

  const { terms, id } = await subscriber.subscribe(session, 7200)
  const feesBefore = await balanceOf(backend, terms.feeRecipient)
  expect(await balanceOf(backend, subscriber.account.address)).toBe(10_000_000n - 1_994_400n)
  expect(await merchant.retrieveSession(session.id)).toMatchObject({
    status: 'complete',
    max_duration_seconds: 7200,
    max_escrow_usd: '1.9944',
    subscription: id,
  })
  expect((await merchant.retrieveProduct(product.id)).active_subscriptions).toBe(1)

  await merchant.advance(4000)
  expect(await merchant.subscription(id)).toMatchObject({
    status: 'running',
    elapsed_seconds: 4000,
    billed_seconds: 3600,
    settled_usd: '0.9972',
    accrued_usd: '0.1108',
    refunded_usd: '0',
  })

  expect(await merchant.act(id, 'cancel')).toMatchObject({
    status: 'canceled',
    cancel_reason: 'merchant',
    elapsed_seconds: 4000,
    billed_seconds: 4000,
    settled_usd: '1.108',
    accrued_usd: '0',
    refunded_usd: '0.8864',
    next_settlement_at: null,
  })
  const { customer } = await merchant.subscription(id)
  expect((await merchant.call<Customer>('GET', `/v1/customers/${customer}`)).body).toMatchObject({
    subscription_count: 1,
    total_settled_usd: '1.108',
  })
  const invoices = await merchant.invoices(id)
  expect(invoices.map(figures)).toEqual([
    {
      seconds: 3600,
      gross: '0.9972',
      fee: '0.009972',
      net: '0.987228',
      amount_settled: '0.9972',
      status: 'paid',
    },
    {
      seconds: 400,
      gross: '0.1108',
      fee: '0.001108',
      net: '0.109692',
      amount_settled: '0.1108',
      status: 'paid',
    },
  ])
  expect(invoices[1]?.period_start).toBe(invoices[0]?.period_end)

  expect(await balanceOf(backend, subscriber.account.address)).toBe(10_000_000n - 1_108_000n)
  expect(await balanceOf(backend, merchant.payout_address)).toBe(1_096_920n)
  expect((await balanceOf(backend, terms.feeRecipient)) - feesBefore).toBe(11_080n)
  expect(await balanceOf(backend, backend.chain.escrow)).toBe(0n)
  expect((await merchant.retrieveProduct(product.id)).active_subscriptions).toBe(0)
  expect(await merchant.eventTypes()).toEqual([
    'product.created',
    'customer.created',
    'subscription.prepared',
    'subscription.started',
    'checkout.session.completed',
    'invoice.paid',
    'subscription.canceled',
    'invoice.paid',
  ])
})
