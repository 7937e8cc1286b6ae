import { EVENT_TYPES } from '@per-second/protocol/types'
import { describe, expect, test } from 'vitest'
import { madeUpEvent } from './made-up-event.ts'

const NOW = 1_790_000_000
const objectOf = (type: (typeof EVENT_TYPES)[number]) => madeUpEvent(type, NOW).data.object

/** The service's events for the begin of a meter and its later changes (docs/events.md). */
const begun = {
  id: 'sub_madeup',
  object: 'subscription',
  status: 'running',
  customer: 'cus_madeup',
  product: 'prod_madeup',
  checkout_session: 'cs_madeup',
  livemode: false,
  created: NOW,
  currency: 'ausd',
  rate_usd_per_second: '0.000277',
  rate_per_second_wei: '277',
  allow_pause: true,
  start_mode: 'checkout',
  max_duration_seconds: 7_200,
  max_escrow_usd: '1.9944',
  started_at: NOW,
  paused_at: null,
  ended_at: null,
  cancel_reason: null,
  elapsed_seconds: 0,
  billed_seconds: 0,
  accrued_usd: '0',
  settled_usd: '0',
  refunded_usd: '0',
  latest_invoice: null,
  next_settlement_at: NOW + 3_600,
  replaces: null,
  replaced_by: null,
}
const tenMinutes = {
  ...begun,
  ...{ created: NOW - 600, started_at: NOW - 600, elapsed_seconds: 600, accrued_usd: '0.1662' },
  next_settlement_at: NOW + 3_000,
}
const anHour = {
  ...begun,
  ...{ created: NOW - 3_600, started_at: NOW - 3_600, elapsed_seconds: 3_600, accrued_usd: '0.9972' },
}

describe('a made-up event says no more than the service knows when it happens', () => {
  test('subscriptions: the last invoice and the refund are not known at the end', () => {
    const types = EVENT_TYPES.filter(type => type.startsWith('subscription.'))
    expect(Object.fromEntries(types.map(type => [type, objectOf(type)]))).toEqual({
      'subscription.prepared': { ...begun, status: 'incomplete', started_at: null, next_settlement_at: null },
      'subscription.started': begun,
      'subscription.paused': { ...tenMinutes, status: 'paused', paused_at: NOW, next_settlement_at: null },
      'subscription.resumed': tenMinutes,
      'subscription.ending': {
        ...anHour,
        ...{ created: NOW - 6_480, started_at: NOW - 6_480, elapsed_seconds: 6_480, accrued_usd: '0.79776' },
        ...{ billed_seconds: 3_600, settled_usd: '0.9972', latest_invoice: 'in_madeup' },
        next_settlement_at: NOW + 720,
      },
      'subscription.canceled': {
        ...tenMinutes,
        ...{ status: 'canceled', cancel_reason: 'merchant', ended_at: NOW, next_settlement_at: null },
      },
      'subscription.past_due': { ...anHour, status: 'past_due', latest_invoice: 'in_madeup' },
      'subscription.ended': {
        ...anHour,
        ...{ created: NOW - 7_200, started_at: NOW - 7_200, ended_at: NOW, status: 'ended' },
        ...{ elapsed_seconds: 7_200, billed_seconds: 3_600, settled_usd: '0.9972' },
        ...{ latest_invoice: 'in_madeup', next_settlement_at: null },
      },
    })
  })

  test('invoices: a refused settlement has no fee, no net and no transaction', () => {
    const invoice = objectOf('invoice.paid')
    expect(invoice).toEqual({
      id: 'in_madeup',
      object: 'invoice',
      subscription: 'sub_madeup',
      customer: 'cus_madeup',
      period_start: NOW - 3_600,
      period_end: NOW,
      seconds: 3_600,
      amount_settled: '0.9972',
      gross: '0.9972',
      fee: '0.009972',
      net: '0.987228',
      currency: 'ausd',
      status: 'paid',
      tx_hash: `0x${'5b'.repeat(32)}`,
      livemode: false,
      created: NOW,
    })
    expect(objectOf('invoice.payment_failed')).toEqual({
      ...invoice,
      ...{ amount_settled: '0', fee: '0', net: '0', status: 'failed', tx_hash: '' },
    })
  })

  test('customers and products: new ones have no subscriptions', () => {
    expect(objectOf('customer.created')).toMatchObject({ subscription_count: 0, total_settled_usd: '0' })
    expect(objectOf('product.created')).toMatchObject({ active_subscriptions: 0 })
  })

  test('sessions: only a complete one has a customer, a subscription and a maximum', () => {
    const taken = { customer: 'cus_madeup', subscription: 'sub_madeup' }
    expect(objectOf('checkout.session.completed')).toMatchObject({
      ...{ status: 'complete', ...taken, max_duration_seconds: 7_200, max_escrow_usd: '1.9944' },
      product: { active_subscriptions: 1 },
    })
    expect(objectOf('checkout.session.expired')).toMatchObject({
      ...{ status: 'expired', customer: null, subscription: null },
      ...{ max_duration_seconds: null, max_escrow_usd: null, product: { active_subscriptions: 0 } },
    })
  })
})
