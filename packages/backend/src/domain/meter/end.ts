import type { UnixMillis } from '@per-second/protocol/time'
import { endOf, type MeterEnd } from '../end-of.ts'
import { type MeterBooks, type MeterContext, withJobs, withSubscription } from './books.ts'
import { isUnsent, withClosing, withClosingMoved } from './jobs.ts'

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

/** Ends a meter whose end has come; the same books where it has not. */
export function endIfOver(books: MeterBooks, context: MeterContext): MeterBooks {
  const over = endOf(books.subscription, context.now)
  return over === null ? books : end(books, over, context)
}

/** Moves the end of a meter that has ended, and the closing that was not sent yet. */
export function moveEnd(books: MeterBooks, endedAt: UnixMillis, context: MeterContext): MeterBooks {
  const moved = withSubscription(books, { endedAt })
  return moved === books ? books : withClosingMoved(moved, context)
}
