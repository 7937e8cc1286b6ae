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
 * An event of a type with an object that there is not, for a receiver to be tried with. It says no more than the service knows when such
 * an event happens (docs/events.md).
 *
 * @param now unix seconds
 */
export function madeUpEvent(type: EventType, now: number): TestEvent {
  return { type, created: now, data: { object: madeUpObject(type, now) } } as TestEvent
}

const id = (prefix: string) => `${prefix}_madeup`
const HOUR = 3_600
const MAXIMUM = { max_duration_seconds: 2 * HOUR, max_escrow_usd: '1.9944' }

function madeUpObject(type: EventType, now: number) {
  const [kind, happened] = type.split('.')
  if (kind === 'product') return product(now, happened === 'created' ? 0 : 1)
  if (kind === 'customer') return customer(now)
  if (kind === 'invoice') return invoice(now, happened === 'paid')
  return kind === 'checkout'
    ? session(now, type === 'checkout.session.completed')
    : subscription(now, type as SubscriptionEvent)
}

const common = (created: number) => ({ livemode: false, created })

function product(now: number, active_subscriptions: number): Product {
  return {
    id: id('prod'),
    object: 'product',
    name: 'H100',
    description: null,
    ...common(now),
    rate_usd_per_second: '0.000277',
    rate_per_second_wei: '277',
    currency: 'ausd',
    allow_pause: true,
    start_mode: 'checkout',
    active: true,
    active_subscriptions,
  }
}

function session(now: number, isComplete: boolean): CheckoutSession {
  return {
    id: id('cs'),
    object: 'checkout.session',
    status: isComplete ? 'complete' : 'expired',
    ...common(now),
    expires_at: now + 24 * HOUR,
    product: product(now, isComplete ? 1 : 0),
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/',
    merchant: { name: 'Shop', logo_url: null, accent: null, support_url: null },
    customer: isComplete ? id('cus') : null,
    subscription: isComplete ? id('sub') : null,
    ...(isComplete ? MAXIMUM : { max_duration_seconds: null, max_escrow_usd: null }),
  }
}

function customer(now: number): Customer {
  return {
    id: id('cus'),
    object: 'customer',
    email: 'ada@example.com',
    default_payment: 'ausd',
    wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ...common(now),
    subscription_count: 0,
    total_settled_usd: '0',
  }
}

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>

/** How far a meter is that may run for two hours and is settled every hour. */
const MOMENTS = {
  'subscription.prepared': { status: 'incomplete', elapsed_seconds: 0, accrued_usd: '0' },
  'subscription.started': { status: 'running', elapsed_seconds: 0, accrued_usd: '0' },
  'subscription.paused': { status: 'paused', elapsed_seconds: 600, accrued_usd: '0.1662' },
  'subscription.resumed': { status: 'running', elapsed_seconds: 600, accrued_usd: '0.1662' },
  'subscription.ending': { status: 'running', elapsed_seconds: 2 * HOUR - 720, accrued_usd: '0.79776' },
  'subscription.canceled': { status: 'canceled', elapsed_seconds: 600, accrued_usd: '0.1662' },
  'subscription.past_due': { status: 'past_due', elapsed_seconds: HOUR, accrued_usd: '0.9972' },
  'subscription.ended': { status: 'ended', elapsed_seconds: 2 * HOUR, accrued_usd: '0.9972' },
} as const

/** The last seconds are settled and the rest is returned after the end: neither is known yet when it is announced. */
function subscription(now: number, type: SubscriptionEvent): Subscription {
  const moment = MOMENTS[type]
  const { status, elapsed_seconds: seconds } = moment
  const isOver = status === 'canceled' || status === 'ended'
  const isBilled = seconds > HOUR
  const ticks = status === 'running' || status === 'past_due'
  return {
    id: id('sub'),
    object: 'subscription',
    ...moment,
    customer: id('cus'),
    product: id('prod'),
    checkout_session: id('cs'),
    ...common(now - seconds),
    currency: 'ausd',
    allow_pause: true,
    rate_usd_per_second: '0.000277',
    rate_per_second_wei: '277',
    start_mode: 'checkout',
    ...MAXIMUM,
    started_at: status === 'incomplete' ? null : now - seconds,
    paused_at: status === 'paused' ? now : null,
    ended_at: isOver ? now : null,
    cancel_reason: status === 'canceled' ? 'merchant' : null,
    billed_seconds: isBilled ? HOUR : 0,
    settled_usd: isBilled ? '0.9972' : '0',
    refunded_usd: '0',
    latest_invoice: isBilled || status === 'past_due' ? id('in') : null,
    next_settlement_at: ticks ? now + HOUR - (seconds % HOUR) : null,
    replaces: null,
    replaced_by: null,
  }
}

function invoice(now: number, isPaid: boolean): Invoice {
  return {
    id: id('in'),
    object: 'invoice',
    subscription: id('sub'),
    customer: id('cus'),
    period_start: now - HOUR,
    period_end: now,
    seconds: HOUR,
    currency: 'ausd',
    ...common(now),
    ...(isPaid
      ? { amount_settled: '0.9972', gross: '0.9972', fee: '0.009972', net: '0.987228' }
      : { amount_settled: '0', gross: '0.9972', fee: '0', net: '0' }),
    status: isPaid ? 'paid' : 'failed',
    tx_hash: isPaid ? `0x${'5b'.repeat(32)}` : '',
  }
}
