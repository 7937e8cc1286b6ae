import type { UnixMillis } from '@per-second/protocol/time'
import type { BillingPolicy } from '../billing-policy.ts'
import type { Subscription } from '../entities.ts'
import {
  authorisationEndsAt,
  capReachedAt,
  elapsedSeconds,
  instantOfSecond,
  isPaused,
  isTicking,
} from './clock.ts'

/** When, and by which policy: every `BillingOperation` has both. */
type At = { now: UnixMillis; policy: Pick<BillingPolicy, 'settleEverySeconds'> }

/** Up to which second of its own time a meter is to be settled by now: so many whole intervals of its policy's. */
export function scheduledSecond(subscription: Subscription, { now, policy }: At): number {
  const { settleEverySeconds } = policy
  return Math.floor(elapsedSeconds(subscription, now) / settleEverySeconds) * settleEverySeconds
}

/** The longest and the shortest time before its maximum at which a meter is said to end soon, in seconds. */
const ENDING_AT_MOST = 3_600
const ENDING_AT_LEAST = 60

/** From when on a meter that keeps running ends soon: a tenth of its maximum is left, within an hour and a minute. */
export function endingFrom(subscription: Subscription): UnixMillis | null {
  const { maxDurationSeconds } = subscription
  const tenth = Math.floor(maxDurationSeconds / 10)
  const left = Math.min(ENDING_AT_MOST, Math.max(ENDING_AT_LEAST, tenth))
  return instantOfSecond(subscription, maxDurationSeconds - left)
}

/**
 * The subscription with the instants at which it is due. One is the next scheduled settlement. The other is the
 * earliest of that, the nearness of its maximum, the maximum itself and the end of the authorisation.
 *
 * A meter that waits for its start keeps the deadline it was given.
 */
export function schedule(subscription: Subscription, at: At): Subscription {
  const { status } = subscription
  if (status === 'pending_start') {
    const end = authorisationEndsAt(subscription)
    return { ...subscription, nextSettlementAt: null, dueAt: Math.min(subscription.dueAt ?? end, end) }
  }
  if (isPaused(subscription))
    return { ...subscription, nextSettlementAt: null, dueAt: authorisationEndsAt(subscription) }
  if (!isTicking(subscription)) return { ...subscription, nextSettlementAt: null, dueAt: null }

  const next = scheduledSecond(subscription, at) + at.policy.settleEverySeconds
  const scheduled = instantOfSecond(subscription, next)
  const cap = capReachedAt(subscription)
  const ending = subscription.isEnding ? null : endingFrom(subscription)
  const instants = [scheduled, ending, cap, authorisationEndsAt(subscription)].filter(
    instant => instant !== null,
  )
  return {
    ...subscription,
    nextSettlementAt: scheduled !== null && cap !== null ? Math.min(scheduled, cap) : null,
    dueAt: Math.min(...instants),
  }
}
