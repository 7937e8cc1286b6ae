import type {
  CheckoutSession,
  Customer,
  EventType,
  Invoice,
  Product,
  Subscription,
} from '@per-second/protocol/types'
import type { TestEvent } from '../webhooks.ts'

/**
 * An event of a type with an object that there is not, for a receiver to be tried with.
 *
 * @param now unix seconds
 */
export function madeUpEvent(type: EventType, now: number): TestEvent {
  return { type, created: now, data: { object: madeUpObject(type, now) } } as TestEvent
}

const id = (prefix: string) => `${prefix}_madeup`
const HOUR = 3_600

function madeUpObject(type: EventType, now: number) {
  const [kind, happened] = type.split('.')
  if (kind === 'product') return product(now)
  if (kind === 'customer') return customer(now)
  if (kind === 'invoice') return invoice(now, happened === 'paid')
  return kind === 'checkout'
    ? session(now, type === 'checkout.session.completed')
    : subscription(now, type as SubscriptionEvent)
}

const common = (created: number) => ({ livemode: false, created })

function product(now: number): Product {
  return {
    ...{ id: id('prod'), object: 'product', name: 'H100', description: null, ...common(now) },
    ...{ rate_usd_per_second: '0.000277', rate_per_second_wei: '277', currency: 'ausd' },
    ...{ allow_pause: true, start_mode: 'checkout', active: true, active_subscriptions: 1 },
  }
}

function session(now: number, isComplete: boolean): CheckoutSession {
  return {
    ...{ id: id('cs'), object: 'checkout.session', status: isComplete ? 'complete' : 'expired' },
    ...{ ...common(now), expires_at: now + 24 * HOUR, product: product(now) },
    ...{ success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/' },
    merchant: { name: 'Shop', logo_url: null, accent: null, support_url: null },
    ...{ customer: isComplete ? id('cus') : null, subscription: isComplete ? id('sub') : null },
    ...{ max_duration_seconds: isComplete ? HOUR : null, max_escrow_usd: isComplete ? '0.9972' : null },
  }
}

function customer(now: number): Customer {
  return {
    ...{ id: id('cus'), object: 'customer', email: 'ada@example.com', default_payment: 'ausd' },
    ...{ wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ...common(now) },
    ...{ subscription_count: 1, total_settled_usd: '0' },
  }
}

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

const STATUS = {
  'subscription.prepared': 'incomplete',
  'subscription.started': 'running',
  'subscription.paused': 'paused',
  'subscription.resumed': 'running',
  'subscription.canceled': 'canceled',
  'subscription.ended': 'ended',
  'subscription.past_due': 'past_due',
} as const

/** Ten minutes of a meter that may run for an hour. */
function subscription(now: number, type: SubscriptionEvent): Subscription {
  const status = STATUS[type]
  const isOver = status === 'canceled' || status === 'ended'
  const seconds = { incomplete: 0, ended: HOUR }[status as string] ?? 600
  const used = { 0: '0', 600: '0.1662', 3600: '0.9972' }[seconds] ?? '0'
  return {
    ...{ id: id('sub'), object: 'subscription', status, customer: id('cus'), product: id('prod') },
    ...{ checkout_session: id('cs'), ...common(now - seconds), currency: 'ausd', allow_pause: true },
    ...{ rate_usd_per_second: '0.000277', rate_per_second_wei: '277', start_mode: 'checkout' },
    ...{ max_duration_seconds: HOUR, max_escrow_usd: '0.9972', elapsed_seconds: seconds },
    ...{ started_at: status === 'incomplete' ? null : now - seconds },
    ...{ paused_at: status === 'paused' ? now : null, ended_at: isOver ? now : null },
    ...{ cancel_reason: status === 'canceled' ? 'merchant' : null, billed_seconds: isOver ? seconds : 0 },
    ...{ accrued_usd: isOver ? '0' : used, settled_usd: isOver ? used : '0' },
    ...{ refunded_usd: status === 'canceled' ? '0.831' : '0', latest_invoice: isOver ? id('in') : null },
    next_settlement_at: status === 'running' ? now + HOUR - seconds : null,
  }
}

function invoice(now: number, isPaid: boolean): Invoice {
  return {
    ...{ id: id('in'), object: 'invoice', subscription: id('sub'), customer: id('cus') },
    ...{ period_start: now - HOUR, period_end: now, seconds: HOUR, currency: 'ausd', ...common(now) },
    ...{ amount_settled: isPaid ? '0.9972' : '0', gross: '0.9972', fee: '0.009972', net: '0.987228' },
    ...{ status: isPaid ? 'paid' : 'failed', tx_hash: `0x${'5b'.repeat(32)}` },
  }
}
