import { exactCost, rateInBaseUnits, usdFromBaseUnits } from '@per-second/protocol/money'
import { toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Subscription as WireSubscription } from '@per-second/protocol/types'
import type { Subscription } from '../domain/entities.ts'
import { accrued, elapsedSeconds } from '../domain/meter/clock.ts'

/** A subscription on the wire, with its counters as of `now`. */
export function presentSubscription(subscription: Subscription, now: UnixMillis): WireSubscription {
  const seconds = (instant: UnixMillis | null) => (instant === null ? null : toUnixSeconds(instant))
  return {
    id: subscription.id,
    object: 'subscription',
    status: subscription.status,
    customer: subscription.customerId,
    product: subscription.productId,
    checkout_session: subscription.sessionId,
    livemode: subscription.mode === 'live',
    created: toUnixSeconds(subscription.created),
    currency: 'ausd',
    rate_usd_per_second: subscription.rateUsd,
    rate_per_second_wei: rateInBaseUnits(subscription.rateUsd),
    allow_pause: subscription.allowPause,
    start_mode: subscription.startMode,
    max_duration_seconds: subscription.maxDurationSeconds,
    max_escrow_usd: exactCost(subscription.rateUsd, subscription.maxDurationSeconds),
    started_at: seconds(subscription.startedAt),
    paused_at: seconds(subscription.pausedAt),
    ended_at: seconds(subscription.endedAt),
    cancel_reason: subscription.cancelReason,
    elapsed_seconds: elapsedSeconds(subscription, now),
    billed_seconds: subscription.billedSeconds,
    accrued_usd: usdFromBaseUnits(accrued(subscription, now)),
    settled_usd: usdFromBaseUnits(subscription.settledGross),
    refunded_usd: usdFromBaseUnits(subscription.refunded),
    latest_invoice: subscription.latestInvoiceId,
    next_settlement_at: seconds(subscription.nextSettlementAt),
    replaces: subscription.replaces,
    replaced_by: subscription.replacedBy,
  }
}
