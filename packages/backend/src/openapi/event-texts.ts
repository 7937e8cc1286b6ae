import type { Event, EventType } from '@per-second/protocol/types'
import {
  exampleCustomer,
  exampleInvoice,
  exampleProduct,
  exampleSession,
  exampleSubscription,
} from './example-resources.ts'

type Resource = Event['data']['object']

/** When an event happens, what a merchant may want to do then, and the resource it carries. */
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

/** Every event, in the order in which one subscriber's story meets them. */
export const EVENT_TEXTS: Record<EventType, EventText> = {
  'product.created': {
    when: 'You made a product.',
    why: 'For a catalogue of your own that follows this one.',
    object: { ...exampleProduct, active_subscriptions: 0 },
  },
  'product.updated': {
    when: 'You changed a name, a description, or whether it is on sale.',
    why: 'For the same. Running meters are left alone.',
    object: { ...exampleProduct, active: false },
  },
  'customer.created': {
    when: 'A wallet authorised something of yours for the first time. Its opening may still fail.',
    why: 'For your own list of customers. The e-mail address is not verified: it identifies nobody.',
    object: { ...exampleCustomer, subscription_count: 0, total_settled_usd: '0' },
  },
  'subscription.prepared': {
    when: 'The service accepted a signature, and the opening is on its way to the chain. No money has moved.',
    why: 'To get something ready. Hand nothing over yet.',
    object: prepared,
  },
  'checkout.session.completed': {
    when: 'The deposit is in the escrow, in a block that counts.',
    why: 'To hand over what was bought. With `start_mode` `merchant` this is when you prepare it, and then start the meter.',
    object: { ...exampleSession, product: exampleProduct },
  },
  'checkout.session.expired': {
    when: 'Nobody authorised the session in its 24 hours, or you expired it.',
    why: 'To release what you kept for it. No money was taken.',
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
    when: 'The seconds began to count: at the opening, or with `start_mode` `merchant` when you said so.',
    why: 'To show or log the beginning. `started_at` is the instant from which the subscriber pays. A meter that was stopped on-chain before its opening was confirmed has `status` `canceled` here, and `subscription.canceled` follows.',
    object: fresh,
  },
  'subscription.paused': {
    when: 'You or the subscriber paused the meter.',
    why: 'To take away what is paid for by the second. Nothing is charged until it is resumed.',
    object: { ...exampleSubscription, status: 'paused', paused_at: begun + 4000, next_settlement_at: null },
  },
  'subscription.resumed': {
    when: 'The pause was lifted: by you, by the subscriber, or after a restore of the service because the escrow has charged the maximum. Or a reorganisation orphaned the block of a stop on-chain.',
    why: 'To give it back.',
    object: exampleSubscription,
  },
  'subscription.ending': {
    when: 'A running meter came near its maximum: a tenth of it is left, but at most an hour and at least a minute. It is sent once for each meter.',
    why: 'To offer the subscriber to carry on: another checkout whose `prepare` names this session in `replaces`.',
    object: { ...exampleSubscription, elapsed_seconds: 6480, accrued_usd: '0.79776' },
  },
  'invoice.paid': {
    when: 'The escrow paid a range of seconds out, in a block that counts: every hour of a meter, or how often the service settles, and at its end.',
    why: 'To book it. `net` went to your payout address, `fee` to the service, in `tx_hash`.',
    object: exampleInvoice,
  },
  'invoice.payment_failed': {
    when: 'The token or the chain refused a settlement. `gross` is what was due, and nothing was paid.',
    why: 'To decide whether to go on: the meter runs on, and the service tries again after a minute, doubling to an hour. `invoice.paid` of the same id follows when it works.',
    object: { ...exampleInvoice, amount_settled: '0', fee: '0', net: '0', status: 'failed', tx_hash: '' },
  },
  'subscription.past_due': {
    when: 'A settlement was refused; the meter is past due until its failed invoice is paid.',
    why: 'As with `invoice.payment_failed`. You may pause or cancel it.',
    object: { ...exampleSubscription, status: 'past_due', elapsed_seconds: 7200, accrued_usd: '0.9972' },
  },
  'subscription.ended': {
    when: 'The meter reached its maximum.',
    why: 'To take back what was sold. Its last invoice and the refund follow, and are not in this event yet: `billed_seconds`, `settled_usd` and `latest_invoice` are as before, and `refunded_usd` is `0`.',
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
    when: 'The meter was ended before its maximum; `cancel_reason` says by what.',
    why: 'To take back what was sold. The last invoice and the refund follow, and are not in this event yet: `billed_seconds`, `settled_usd` and `latest_invoice` are as before, and `refunded_usd` is `0`.',
    object: canceled,
  },
}
