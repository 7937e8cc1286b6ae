import { exactCost } from '@per-second/protocol/money'
import type { CheckoutSession, Subscription } from '@per-second/protocol/types'

/** The subscription of a session whose signature was accepted, until its opening is on the chain. */
export function fakeSubscription(
  subscriptionId: string,
  { id, product }: CheckoutSession,
  seconds: number,
  now: number,
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
