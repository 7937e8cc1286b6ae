import { toUnixMillis } from '@per-second/protocol/time'
import type { EscrowEvent, Subscription } from '../entities.ts'
import {
  type InputOf,
  isWhole,
  type MeterBooks,
  type MeterContext,
  pendingJobs,
  type StepResult,
  type WholeBooks,
  withJobs,
  withSubscription,
} from './books.ts'
import { capReachedAt, hasBegun, START_WITHIN_MILLIS } from './clock.ts'
import { end, endOf, moveEnd } from './end.ts'
import { withInvoices } from './invoices.ts'
import { isAmong, isUnsent, retryLater, withDoneJobs, withOwedWork } from './jobs.ts'
import type { Refusal } from './ledger/project-invoices.ts'
import { type MeterLog, readLog } from './ledger/read-log.ts'
import { running, scheduled } from './requests.ts'

/** The escrow's log has changed: events are new, or were orphaned. Reading the same log again changes nothing. */
export function logRead(
  stored: MeterBooks,
  { fresh, orphaned, isReread }: InputOf<'logRead'>,
  context: MeterContext,
): StepResult {
  const books = withJobsAgain(stored, orphaned)
  if (!isReread && appendsOnly(books.subscription, fresh)) return append(books, fresh, context)
  if (!isWhole(books)) return { needs: 'log' }
  // Only a log that was just read for this meter alone is trusted again.
  const trusted = isReread ? withSubscription(books, { logFaulty: false }) : books
  return project(trusted, { isReread, refusal: null }, context)
}

/** The work of an orphaned transaction is pending again. */
function withJobsAgain(books: MeterBooks, orphaned: readonly string[]): MeterBooks {
  if (orphaned.length === 0) return books
  const jobs = books.jobs.map(job =>
    orphaned.includes(job.id) ? { ...job, status: 'pending' as const, failure: null } : job,
  )
  return { ...books, jobs }
}

/** Charges, or the requested end, directly after everything that is booked: nothing booked changes. */
function appendsOnly(subscription: Subscription, fresh: readonly EscrowEvent[]): boolean {
  const { billedSeconds, loggedSeconds, invoicedSeconds, endedAt, closed, logFaulty } = subscription
  return (
    fresh.length > 0 &&
    hasBegun(subscription) &&
    !closed &&
    !logFaulty &&
    billedSeconds === loggedSeconds &&
    invoicedSeconds === loggedSeconds &&
    fresh.every(({ kind }) => kind === 'settled' || (kind === 'closed' && endedAt !== null))
  )
}

/** The path of a settlement: the fresh events and the newest invoice are enough, and every booked invoice is paid. */
function append(books: MeterBooks, fresh: readonly EscrowEvent[], context: MeterContext): StepResult {
  const { terms, loggedSeconds } = books.subscription
  const { log, fault } = readLog(terms, fresh, loggedSeconds)
  if (log === null) return faulty(books, fault)
  const invoiced = withInvoices(books, { log, range: { of: 'fresh' } }, context)
  return { books: withDoneJobs(withEscrowClosed(invoiced, log), log), fault: null }
}

/** The books as the whole log makes them, with a refusal of the chain beside it. */
export function project(
  books: WholeBooks,
  { isReread, refusal }: { isReread: boolean; refusal: Refusal | null },
  context: MeterContext,
): StepResult {
  const { log, fault } = readLog(books.subscription.terms, books.log)
  if (log === null) return faulty(books, fault)
  const isMissing = log.opened === null && (hasBegun(books.subscription) || books.log.length > 0)
  if (isMissing && !isReread) return faulty(books, 'its opening is not in the log')
  const skipped = pendingJobs(books).find(job => isAmong(books, job, log.skipped))
  const refused: Refusal | null = skipped ? { of: 'charge', toSecond: skipped.toSecond, hash: '' } : refusal
  // The order counts: a skipped closing is not under way any more, and an orphaned reclaim has closed nothing.
  const retried = skipped ? retryLater(books, skipped.id, context) : books
  const opened = withEscrowClosed(withOpening(retried, log, context), log)
  const ended = withEnd(opened, log, context)
  const invoiced = withInvoices(ended, { log, range: { of: 'all', refusal: refused } }, context)
  const finished = withDoneJobs(withDebt(invoiced, context), log)
  return { books: withOwedWork(finished, log, context), fault: null }
}

function faulty(books: MeterBooks, fault: string): StepResult {
  return { books: withSubscription(books, { logFaulty: true }), fault }
}

/**
 * The first announced opening completes the session: a `checkout` meter runs from the later of the block's timestamp and now, a `merchant`
 * meter waits for its start. A later opening only moves the hash (docs/money.md, rules 13 and 37).
 */
function withOpening(books: MeterBooks, { opened }: MeterLog, context: MeterContext): MeterBooks {
  const { subscription, session } = books
  if (opened === null) return books
  const known = withSubscription(books, { openingTxHash: opened.txHash })
  if (hasBegun(subscription)) return known
  if (subscription.status !== 'incomplete' || session === null) return books
  const complete = { ...known, session: { ...session, status: 'complete' as const } }
  if (subscription.startMode === 'checkout')
    return running(complete, Math.max(toUnixMillis(opened.timestamp), context.now), context)
  const dueAt = context.now + START_WITHIN_MILLIS
  return scheduled(withSubscription(complete, { status: 'pending_start', dueAt }), context)
}

/** The end that the log makes: a stop, its orphaned block, a closing that these books never requested (docs/money.md, rule 21). */
function withEnd(books: MeterBooks, log: MeterLog, context: MeterContext): MeterBooks {
  const { subscription } = books
  if (!hasBegun(subscription) || log.opened === null) return books
  const { startedAt, endedAt, ownEndedAt, cancelReason } = subscription
  // The opening's block may be ahead of the service's clock: a meter ends no earlier than it started.
  const now = Math.max(context.now, startedAt ?? 0)
  const stop = log.stoppedAt === null ? null : Math.max(toUnixMillis(log.stoppedAt), startedAt ?? 0)
  if (endedAt === null) {
    if (stop === null) return withUnrequestedClosing(books, log, context)
    const stopped = { status: 'canceled', reason: 'stopped_on_chain', endedAt: Math.min(stop, now) } as const
    const over = endOf(subscription, now)
    return end(books, over && over.endedAt <= stopped.endedAt ? over : stopped, context)
  }
  if (ownEndedAt !== null) {
    // Without its block, a stop has ended nothing: the meter ended when it was replaced.
    const reason = stop === null && cancelReason === 'stopped_on_chain' ? 'replaced' : cancelReason
    const current = withSubscription(books, { cancelReason: reason })
    return moveEnd(current, Math.min(ownEndedAt, stop ?? ownEndedAt), context)
  }
  if (stop === null) return reopened(books, context)
  const cap = capReachedAt(subscription)
  return moveEnd(books, Math.min(stop, cap ?? stop, now), context)
}

/**
 * After a restore the escrow may have closed a meter that runs in the books: it ran for the charged seconds
 * (docs/money.md, rule 68).
 */
function withUnrequestedClosing(
  books: MeterBooks,
  { ending, billedSeconds }: MeterLog,
  context: MeterContext,
): MeterBooks {
  if (ending?.kind !== 'closed') return books
  const { pausedMillis, maxDurationSeconds, startedAt } = books.subscription
  const closedAt = toUnixMillis(ending.timestamp)
  const ran = pausedMillis + billedSeconds * 1_000
  const began = Math.min(startedAt ?? closedAt, closedAt - ran)
  const hasRun = startedAt !== null || billedSeconds > 0
  const fields = { startedAt: hasRun ? began : null, pausedAt: null, pausedBy: null }
  const isAll = billedSeconds === maxDurationSeconds
  const how = isAll ? ({ status: 'ended' } as const) : ({ status: 'canceled', reason: 'merchant' } as const)
  return end(withSubscription(books, fields), { ...how, endedAt: hasRun ? began + ran : closedAt }, context)
}

/** Only the stop had ended the meter, and its block was orphaned: the meter is as it was before, unless a closing has left. */
function reopened(books: MeterBooks, context: MeterContext): MeterBooks {
  const { startedAt, pausedAt, created, closed } = books.subscription
  const isClosing = pendingJobs(books).some(job => job.kind === 'close' && !isUnsent(job))
  if (closed || isClosing) return books
  const before = withSubscription(books, {
    endedAt: null,
    cancelReason: null,
    resumesAs: null,
    ...(startedAt === null
      ? { status: 'pending_start', dueAt: created + START_WITHIN_MILLIS }
      : { status: pausedAt === null ? 'running' : 'paused' }),
  })
  const unrequested = withJobs(before, ({ kind }) => (kind === 'close' ? { status: 'done' } : null))
  return scheduled(unrequested, context)
}

/** A closed meter stays closed while the closing of an orphaned block is being sent again. */
function withEscrowClosed(books: MeterBooks, { ending }: MeterLog): MeterBooks {
  const { cancelReason } = books.subscription
  if (ending !== null) return withSubscription(books, { closed: true, refunded: ending.refunded })
  if (cancelReason === 'opening_lost') return withSubscription(books, { refunded: 0n })
  const isClosing = pendingJobs(books).some(job => job.kind === 'close' && !isUnsent(job))
  return isClosing ? books : withSubscription(books, { closed: false, refunded: 0n })
}

/** A running or paused meter is past due while an invoice is failed (docs/money.md, rule 23). */
function withDebt(books: MeterBooks, context: MeterContext): MeterBooks {
  const { status, resumesAs } = books.subscription
  const owes = books.invoices.some(invoice => invoice.status === 'failed')
  if (!owes && resumesAs !== null)
    return scheduled(withSubscription(books, { status: resumesAs, resumesAs: null }), context)
  if (!owes || (status !== 'running' && status !== 'paused')) return books
  return withSubscription(books, { status: 'past_due', resumesAs: status })
}
