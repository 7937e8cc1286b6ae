import type { UnixMillis } from '@per-second/protocol/time'
import type { CancelReason } from '@per-second/protocol/types'
import type { Subscription } from './entities.ts'
import { authorisationEndsAt, capReachedAt, isActive, isTicking } from './meter.ts'

/** Why a meter stops for good: its cap was reached, or somebody or something cancelled it. */
export type MeterEnd = { status: 'ended' } | { status: 'canceled'; reason: CancelReason }

/**
 * How and when a meter's end has come by `now`, or null: its cap, a start that never came, or a day before its authorisation
 * expires, whichever was first. The instant is the one at which it came, however late it is noticed.
 */
export function endOf(
  subscription: Subscription,
  now: UnixMillis,
): (MeterEnd & { endedAt: UnixMillis }) | null {
  const { status, dueAt } = subscription
  if (!isActive(subscription) && status !== 'pending_start') return null
  const authorisationEnd = authorisationEndsAt(subscription)
  if (status === 'pending_start' && dueAt !== null && dueAt <= now && dueAt < authorisationEnd) {
    return { status: 'canceled', reason: 'start_timeout', endedAt: dueAt }
  }
  const cap = isTicking(subscription) ? capReachedAt(subscription) : null
  if (cap !== null && cap <= now && cap <= authorisationEnd) return { status: 'ended', endedAt: cap }
  if (authorisationEnd > now) return null
  const reason = status === 'past_due' ? 'settlement_failed' : 'authorisation_expired'
  return { status: 'canceled', reason, endedAt: authorisationEnd }
}
