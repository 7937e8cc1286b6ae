import type { UnixMillis } from '@per-second/protocol/time'
import type { Subscription } from './entities.ts'
import { authorisationEndsAt, capReachedAt, elapsedSeconds, instantOfSecond, isTicking } from './meter.ts'

/**
 * The subscription with the instants at which it must be looked at again: the next scheduled settlement (every
 * `settleEverySeconds` of the meter's own time), and the earliest of that, the cap and the end of the authorisation.
 *
 * A meter that waits for its start keeps the deadline it was given.
 */
export function schedule(
  subscription: Subscription,
  now: UnixMillis,
  settleEverySeconds: number,
): Subscription {
  const { status } = subscription
  if (status === 'pending_start') {
    const end = authorisationEndsAt(subscription)
    return { ...subscription, nextSettlementAt: null, dueAt: Math.min(subscription.dueAt ?? end, end) }
  }
  if (status === 'paused' || (status === 'past_due' && !isTicking(subscription))) {
    return { ...subscription, nextSettlementAt: null, dueAt: authorisationEndsAt(subscription) }
  }
  if (!isTicking(subscription)) return { ...subscription, nextSettlementAt: null, dueAt: null }

  const intervals = Math.floor(elapsedSeconds(subscription, now) / settleEverySeconds)
  const scheduled = instantOfSecond(subscription, (intervals + 1) * settleEverySeconds)
  const cap = capReachedAt(subscription)
  const instants = [scheduled, cap, authorisationEndsAt(subscription)].filter(instant => instant !== null)
  return {
    ...subscription,
    nextSettlementAt: scheduled !== null && cap !== null ? Math.min(scheduled, cap) : null,
    dueAt: Math.min(...instants),
  }
}
