import type { UnixMillis } from '@per-second/protocol/time'
import type { Subscription } from '../entities.ts'
import { totalsAfter } from './ledger/totals-after.ts'

/** How long before `expiry` a meter is ended by the service, in milliseconds: one day (docs/money.md, rule 18). */
const END_BEFORE_EXPIRY_MILLIS = 86_400_000

/** How long a merchant may take to start a meter, in milliseconds: seven days (docs/money.md, rule 18). */
export const START_WITHIN_MILLIS = 7 * 86_400_000

type Counted = Pick<
  Subscription,
  'startedAt' | 'pausedAt' | 'pausedMillis' | 'endedAt' | 'maxDurationSeconds' | 'terms'
>

/** The instant at which the service ends this meter in any case: one day before its terms expire. */
export function authorisationEndsAt(subscription: Pick<Subscription, 'terms'>): UnixMillis {
  return subscription.terms.expiry * 1000 - END_BEFORE_EXPIRY_MILLIS
}

/**
 * Whole seconds the meter has run by `now`: running time since the start minus pauses. The value is floored once over
 * the whole life and never above the maximum duration, even for a late `now` (docs/money.md, rule 20).
 */
export function elapsedSeconds(subscription: Counted, now: UnixMillis): number {
  return Math.min(Math.floor(runningMillis(subscription, now) / 1000), subscription.maxDurationSeconds)
}

/** The instant at which a meter reaches its maximum duration, if it runs on, or null while it is paused or has not started. */
export function capReachedAt(subscription: Counted): UnixMillis | null {
  return instantOfSecond(subscription, subscription.maxDurationSeconds)
}

/** The instant at which a meter has run for `seconds`, if it runs on, or null while it is paused or has not started. */
export function instantOfSecond(subscription: Counted, seconds: number): UnixMillis | null {
  const { startedAt, pausedAt, pausedMillis } = subscription
  if (startedAt === null || pausedAt !== null) return null
  return startedAt + pausedMillis + seconds * 1000
}

/**
 * Base units that are due at `now` and not settled yet: `due(now) − Σ paid`, never negative. No amount is due once the
 * escrow has closed the meter.
 */
export function accrued(
  subscription: Counted & Pick<Subscription, 'settledGross' | 'closed'>,
  now: UnixMillis,
): bigint {
  if (subscription.closed) return 0n
  const { gross } = totalsAfter(subscription.terms, elapsedSeconds(subscription, now))
  const open = gross - subscription.settledGross
  return open > 0n ? open : 0n
}

/** Whether a subscription counts in its product's `active_subscriptions`: running, paused or past due. */
export function isActive(subscription: Pick<Subscription, 'status'>): boolean {
  return (
    subscription.status === 'running' ||
    subscription.status === 'paused' ||
    subscription.status === 'past_due'
  )
}

/** Whether the meter counts right now. A past-due meter, and no other, has a status that it resumes as. */
export function isTicking({ status, resumesAs }: Pick<Subscription, 'status' | 'resumesAs'>): boolean {
  return status === 'running' || resumesAs === 'running'
}

/** Whether the meter stands and may go on. */
export function isPaused({ status, resumesAs }: Pick<Subscription, 'status' | 'resumesAs'>): boolean {
  return status === 'paused' || resumesAs === 'paused'
}

/** Milliseconds the meter has run by `now`, without regard to its cap. */
export function runningMillis(subscription: Counted, now: UnixMillis): number {
  const { startedAt, pausedAt, pausedMillis, endedAt } = subscription
  if (startedAt === null) return 0
  const until = Math.min(now, pausedAt ?? now, endedAt ?? now)
  return Math.max(0, until - startedAt - pausedMillis)
}

/** Whether an opening was announced: its block may be orphaned, its subscription does not become incomplete again. */
export function isAnnounced({ status }: Pick<Subscription, 'status'>): boolean {
  return status !== 'incomplete' && status !== 'incomplete_expired'
}

/** Whether there is a meter: an opening was announced, and is not lost. */
export function hasBegun(subscription: Pick<Subscription, 'status' | 'cancelReason'>): boolean {
  return isAnnounced(subscription) && subscription.cancelReason !== 'opening_lost'
}
