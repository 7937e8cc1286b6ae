import {
  depositInBaseUnits,
  dueInBaseUnits,
  exactCost,
  rateInTermsUnits,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import type { CheckoutSession, Subscription } from '@per-second/protocol/types'
import { FakeRefusal } from './fake-refusal.ts'

/** The subscription of a session whose signature was accepted, until its opening is on the chain. */
export function fakeSubscription(
  subscriptionId: string,
  { id, product }: CheckoutSession,
  { seconds, now }: { seconds: number; now: number },
): Subscription {
  return {
    id: subscriptionId,
    object: 'subscription',
    status: 'incomplete',
    customer: 'cus_1',
    product: product.id,
    checkout_session: id,
    livemode: product.livemode,
    created: now,
    currency: 'ausd',
    rate_usd_per_second: product.rate_usd_per_second,
    rate_per_second_wei: product.rate_per_second_wei,
    allow_pause: product.allow_pause,
    start_mode: product.start_mode,
    max_duration_seconds: seconds,
    max_escrow_usd: exactCost(product.rate_usd_per_second, seconds),
    started_at: null,
    paused_at: null,
    ended_at: null,
    cancel_reason: null,
    elapsed_seconds: 0,
    billed_seconds: 0,
    accrued_usd: '0',
    settled_usd: '0',
    refunded_usd: '0',
    latest_invoice: null,
    next_settlement_at: null,
    replaces: null,
    replaced_by: null,
  }
}

const OVER = ['canceled', 'ended', 'incomplete_expired']

/** Pauses, resumes or cancels a meter. A repeat changes nothing. @throws {FakeRefusal} if the meter's status forbids it. */
export function actOnMeter(subscription: Subscription, action: string, now: number): void {
  const { status } = subscription
  if (action === 'cancel') {
    cancel(subscription, now)
    return
  }
  if (action === 'pause') {
    if (!subscription.allow_pause) throw new FakeRefusal(400, 'pause_not_allowed')
    if (status === 'running') Object.assign(subscription, { status: 'paused', paused_at: now })
    else if (status !== 'paused') throw new FakeRefusal(400, 'subscription_invalid_state')
    return
  }
  if (action !== 'resume') throw new FakeRefusal(404, 'route_not_found')
  if (status === 'paused') Object.assign(subscription, { status: 'running', paused_at: null })
  else if (status !== 'running') throw new FakeRefusal(400, 'subscription_invalid_state')
}

function cancel(subscription: Subscription, now: number): void {
  if (subscription.status === 'incomplete') throw new FakeRefusal(400, 'subscription_invalid_state')
  if (OVER.includes(subscription.status)) return
  const rate = rateInTermsUnits(subscription.rate_usd_per_second)
  const settled = dueInBaseUnits(rate, subscription.elapsed_seconds)
  const deposit = depositInBaseUnits(rate, subscription.max_duration_seconds)
  Object.assign(subscription, {
    status: 'canceled',
    cancel_reason: 'subscriber',
    ended_at: now,
    billed_seconds: subscription.elapsed_seconds,
    accrued_usd: '0',
    settled_usd: usdFromBaseUnits(settled),
    refunded_usd: usdFromBaseUnits(deposit - settled),
  })
}
