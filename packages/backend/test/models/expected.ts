import type { Model, ModelProduct, ModelSession, ModelSubscription } from './model.ts'
import { dueFor, elapsedAt, instantOf, rateOf, SETTLE_EVERY, usdOf } from './model-meter.ts'

/** The API's expected objects for the model. Ids that the model cannot foresee (customers, invoices) are looked up. */
export type Known = { customerOf(wallet: number): string | null }

export function expectedProduct(model: Model, product: ModelProduct) {
  return {
    id: product.id,
    object: 'product',
    rate_usd_per_second: product.rate,
    allow_pause: product.allowPause,
    start_mode: product.startMode,
    active: product.active,
    active_subscriptions: model.activeOf(product),
  }
}

export function expectedSession(model: Model, session: ModelSession, known: Known) {
  return {
    id: session.id,
    object: 'checkout.session',
    status: session.status,
    expires_at: session.expiresAt,
    product: expectedProduct(model, session.product),
    customer: session.wallet === null ? null : known.customerOf(session.wallet),
    subscription: session.subscription?.id ?? null,
    max_duration_seconds: session.cap,
    max_escrow_usd: session.cap === null ? null : exactCost(session.product.rate, session.cap),
  }
}

export function expectedSubscription(model: Model, subscription: ModelSubscription, known: Known) {
  const { meter, product, session } = subscription
  const { now } = model
  const elapsed = elapsedAt(meter, now)
  const next = instantOf(meter, Math.min((Math.floor(elapsed / SETTLE_EVERY) + 1) * SETTLE_EVERY, meter.cap))
  return {
    id: subscription.id,
    object: 'subscription',
    status: subscription.status,
    customer: known.customerOf(subscription.wallet),
    product: product.id,
    checkout_session: session.id,
    currency: 'ausd',
    rate_usd_per_second: product.rate,
    allow_pause: product.allowPause,
    start_mode: product.startMode,
    max_duration_seconds: meter.cap,
    max_escrow_usd: exactCost(product.rate, meter.cap),
    started_at: meter.startedAt,
    paused_at: meter.pausedAt,
    ended_at: meter.endedAt,
    cancel_reason: subscription.cancelReason,
    elapsed_seconds: elapsed,
    billed_seconds: meter.billedSeconds,
    accrued_usd: meter.closed ? '0' : usdOf(dueFor(meter, elapsed) - meter.settled),
    settled_usd: usdOf(meter.settled),
    refunded_usd: usdOf(model.refunded(subscription)),
    next_settlement_at: subscription.status === 'running' ? next : null,
    replaces: subscription.replaces?.id ?? null,
    replaced_by: subscription.replacedBy?.id ?? null,
  }
}

/** A subscription's invoices, newest first. */
export function expectedInvoices({ id, invoices }: ModelSubscription) {
  return invoices
    .map(({ seconds, gross, fee, periodStart, periodEnd }) => ({
      object: 'invoice',
      subscription: id,
      period_start: periodStart,
      period_end: periodEnd,
      seconds,
      amount_settled: usdOf(gross),
      gross: usdOf(gross),
      fee: usdOf(fee),
      net: usdOf(gross - fee),
      currency: 'ausd',
      status: 'paid',
    }))
    .toReversed()
}

/** A customer by wallet: the number of its opened meters, and their total settled. */
export function expectedCustomer(model: Model, wallet: number) {
  const own = model.subscriptions.filter(subscription => subscription.wallet === wallet)
  const settled = own.reduce((total, { meter }) => total + meter.settled, 0n)
  return { object: 'customer', subscription_count: own.length, total_settled_usd: usdOf(settled) }
}

/** Rate × seconds to the last digit, however many there are. */
function exactCost(rate: string, seconds: number): string {
  const digits = String(rateOf(rate) * BigInt(seconds)).padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return digits.slice(0, -18) + (fraction === '' ? '' : `.${fraction}`)
}
