import type { UnixMillis } from '@per-second/protocol/time'
import type { CancelReason } from '@per-second/protocol/types'
import type { Subscription } from '../entities.ts'
import { type MeterBooks, type MeterContext, withJobs, withSubscription } from './books.ts'
import { authorisationEndsAt, capReachedAt, isActive } from './clock.ts'
import { isUnsent, withClosing, withClosingMoved } from './jobs.ts'

/** Why a meter stops for good: its cap was reached, or it was cancelled. */
export type MeterEnd = { status: 'ended' } | { status: 'canceled'; reason: CancelReason }

/**
 * How and when a meter's end has come by `now`, or null: its cap, a start that never came, or a day before its authorisation
 * expires, whichever was first (docs/money.md, rule 18). The instant is the one at which it came, however late it is noticed.
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
  const cap = capReachedAt(subscription)
  if (cap !== null && cap <= now && cap <= authorisationEnd) return { status: 'ended', endedAt: cap }
  if (authorisationEnd > now) return null
  const reason = status === 'past_due' ? 'settlement_failed' : 'authorisation_expired'
  return { status: 'canceled', reason, endedAt: authorisationEnd }
}

/** Ends a meter at `endedAt`: nothing counts after it. The closing settles all that is owed, so unsent settlements are dropped. */
export function end(
  books: MeterBooks,
  { endedAt, ...how }: MeterEnd & { endedAt: UnixMillis },
  context: MeterContext,
): MeterBooks {
  const cancelReason = how.status === 'canceled' ? how.reason : null
  const ended = withSubscription(books, {
    status: how.status,
    cancelReason,
    endedAt,
    ownEndedAt: cancelReason === 'stopped_on_chain' ? null : endedAt,
    resumesAs: null,
    dueAt: null,
    nextSettlementAt: null,
  })
  const superseded = withJobs(ended, job =>
    job.kind === 'settle' && isUnsent(job) ? { status: 'done' } : null,
  )
  return withClosing(superseded, context)
}

/** Ends a meter whose end has come, or returns the same books. */
export function endIfOver(books: MeterBooks, context: MeterContext): MeterBooks {
  const over = endOf(books.subscription, context.now)
  return over === null ? books : end(books, over, context)
}

/** Moves the end of a meter that has ended, and the closing that was not sent yet. */
export function moveEnd(books: MeterBooks, endedAt: UnixMillis, context: MeterContext): MeterBooks {
  const moved = withSubscription(books, { endedAt })
  return moved === books ? books : withClosingMoved(moved, context)
}
