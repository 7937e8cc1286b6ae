import type { Event, EventType } from '@per-second/protocol/types'
import {
  exampleCustomer,
  exampleInvoice,
  exampleProduct,
  exampleSession,
  exampleSubscription,
} from './example-resources.ts'

type Resource = Event['data']['object']

/** When an event happens, its use for a merchant, and the resource it carries. */
export type EventText = { when: string; why: string; object: Resource }

const begun = exampleSubscription.started_at ?? 0

const fresh = {
  ...exampleSubscription,
  elapsed_seconds: 0,
  billed_seconds: 0,
  accrued_usd: '0',
  settled_usd: '0',
  latest_invoice: null,
  next_settlement_at: begun + 3600,
}
const prepared = { ...fresh, status: 'incomplete' as const, started_at: null, next_settlement_at: null }
const canceled = {
  ...exampleSubscription,
  status: 'canceled' as const,
  cancel_reason: 'subscriber' as const,
  ended_at: begun + 4000,
  next_settlement_at: null,
}

/** Every event, in the order in which a checkout causes them. */
export const EVENT_TEXTS: Record<EventType, EventText> = {
  'product.created': {
    when: 'You created a product.',
    why: 'Keep your own catalogue in sync.',
    object: { ...exampleProduct, active_subscriptions: 0 },
  },
  'product.updated': {
    when: 'You changed its name, description or `active`.',
    why: 'Keep your own catalogue in sync. Running meters do not change.',
    object: { ...exampleProduct, active: false },
  },
  'customer.created': {
    when: 'A wallet authorised one of your sessions for the first time. Its opening may still fail.',
    why: 'Keep your own customer list. The email address is not verified and identifies no person.',
    object: { ...exampleCustomer, subscription_count: 0, total_settled_usd: '0' },
  },
  'subscription.prepared': {
    when: 'The service accepted a signature, and the opening transaction is pending. No money has moved.',
    why: 'Prepare the product. Do not hand it over yet.',
    object: prepared,
  },
  'checkout.session.completed': {
    when: 'The deposit is confirmed in the escrow.',
    why: 'Hand over the product. With `start_mode` `merchant`, prepare it and then start the meter.',
    object: { ...exampleSession, product: exampleProduct },
  },
  'checkout.session.expired': {
    when: 'The session was not authorised within 24 hours, or you expired it.',
    why: 'Release the stock you reserved. No money was taken.',
    object: {
      ...exampleSession,
      status: 'expired',
      customer: null,
      subscription: null,
      max_duration_seconds: null,
      max_escrow_usd: null,
    },
  },
  'subscription.started': {
    when: 'Seconds began to count: at the opening, or when you started a meter with `start_mode` `merchant`.',
    why: 'Show or log the beginning. The subscriber pays from `started_at` on. A meter that was stopped on-chain before its opening was confirmed has `status` `canceled` here, and `subscription.canceled` follows.',
    object: fresh,
  },
  'subscription.paused': {
    when: 'You or the subscriber paused the meter.',
    why: 'Withdraw the product. Nothing is charged until the meter is resumed.',
    object: { ...exampleSubscription, status: 'paused', paused_at: begun + 4000, next_settlement_at: null },
  },
  'subscription.resumed': {
    when: 'You or the subscriber resumed the meter. Rarely: a restore of the service found that the escrow had charged the maximum, or a chain reorganisation undid a stop on-chain.',
    why: 'Give the product back.',
    object: exampleSubscription,
  },
  'subscription.ending': {
    when: 'A running meter is near its maximum duration: a tenth is left, at least a minute and at most an hour. Sent once for each meter.',
    why: 'Offer the subscriber to carry on: create another session, whose `prepare` names this session in `replaces`.',
    object: { ...exampleSubscription, elapsed_seconds: 6480, accrued_usd: '0.79776' },
  },
  'invoice.paid': {
    when: 'The escrow paid a range of seconds, and the payment is confirmed. This happens every hour of a meter (or `--settle-every`) and at its end.',
    why: 'Book it. The transaction `tx_hash` paid `net` to your payout address and `fee` to the service.',
    object: exampleInvoice,
  },
  'invoice.payment_failed': {
    when: 'The token or the network refused a settlement. `gross` was due, and nothing was paid.',
    why: 'Decide whether to continue. The meter runs on, and the service retries after a minute, then at doubling intervals up to an hour. `invoice.paid` with the same id follows when it succeeds.',
    object: { ...exampleInvoice, amount_settled: '0', fee: '0', net: '0', status: 'failed', tx_hash: '' },
  },
  'subscription.past_due': {
    when: 'A settlement was refused. The meter is past due until the failed invoice is paid.',
    why: 'The same as `invoice.payment_failed`. You can pause or cancel the meter.',
    object: { ...exampleSubscription, status: 'past_due', elapsed_seconds: 7200, accrued_usd: '0.9972' },
  },
  'subscription.ended': {
    when: 'The meter reached its maximum duration.',
    why: 'Withdraw the product. The last invoice and the refund follow and are not in this event: `billed_seconds`, `settled_usd` and `latest_invoice` are as before, and `refunded_usd` is `0`.',
    object: {
      ...exampleSubscription,
      status: 'ended',
      ended_at: begun + 7200,
      elapsed_seconds: 7200,
      accrued_usd: '0.9972',
      next_settlement_at: null,
    },
  },
  'subscription.canceled': {
    when: 'The meter ended before its maximum duration. `cancel_reason` tells the cause.',
    why: 'Withdraw the product, unless `cancel_reason` is `replaced`: then the meter in `replaced_by` carries it on. The last invoice and the refund follow and are not in this event: `billed_seconds`, `settled_usd` and `latest_invoice` are as before, and `refunded_usd` is `0`.',
    object: canceled,
  },
}
