import {
  changed,
  type InputOf,
  isWhole,
  type MeterBooks,
  type MeterContext,
  pendingJob,
  pendingJobs,
  type StepResult,
  withJobs,
  withSubscription,
} from './books.ts'
import { hasBegun } from './clock.ts'
import { withInvoices } from './invoices.ts'
import { retryLater } from './jobs.ts'
import { readLog } from './ledger/read-log.ts'
import { project } from './log-read.ts'

/** The chain refused to charge the meter: one failed invoice for the debt, and a later retry (docs/money.md, rule 23). */
export function refused(
  books: MeterBooks,
  { jobId, hash, isReread }: InputOf<'refused'>,
  context: MeterContext,
): StepResult {
  const job = pendingJob(books, jobId)
  if (!job) return { books, fault: null }
  const retried = retryLater(books, jobId, context)
  if (!hasBegun(books.subscription)) return { books: retried, fault: null }
  if (!isWhole(retried)) return { needs: 'log' }
  const refusal = { of: 'charge', toSecond: job.toSecond, hash } as const
  const result = project(retried, { isReread, refusal }, context)
  if ('needs' in result || result.fault === null) return result
  // Of a log that was just read, the reading has reported the fault.
  return { books: retried, fault: isReread ? null : result.fault }
}

/** The meter will not be opened: its session is free again, and the subscriber may authorise again (docs/money.md, rules 34 and 35). */
export function openingFailed(
  books: MeterBooks,
  { jobId, code, byPayer }: InputOf<'openingFailed'>,
): MeterBooks {
  if (!pendingJob(books, jobId)) return books
  const failed = withJobs(books, ({ id }) => (id === jobId ? { status: 'failed', failure: code } : null))
  // The same signature was accepted once more in the meantime.
  if (pendingJobs(failed).some(({ kind }) => kind === 'open')) return failed
  const { subscription, session } = failed
  const openingsFailed = subscription.openingsFailed + (byPayer ? 1 : 0)
  const expired = withSubscription(failed, {
    status: 'incomplete_expired',
    signature: null,
    openingTxHash: null,
    openingsFailed,
  })
  if (session?.subscriptionId !== subscription.id) return expired
  const free = changed(session, {
    customerId: null,
    subscriptionId: null,
    maxDurationSeconds: session.capFixed ? session.maxDurationSeconds : null,
  })
  return { ...expired, session: free }
}

/** The block of an announced opening was orphaned, and no later block will include it (docs/money.md, rule 38). */
export function openingLost(
  books: MeterBooks,
  { jobId }: InputOf<'openingLost'>,
  context: MeterContext,
): StepResult {
  if (!pendingJob(books, jobId)) return { books, fault: null }
  if (!isWhole(books)) return { needs: 'log' }
  const { subscription } = books
  const over = withJobs(books, ({ id }) =>
    id === jobId ? { status: 'failed', failure: 'chain_unavailable' } : { status: 'done' },
  )
  const { log, fault } = readLog(subscription.terms, [])
  if (log === null) return { books, fault }
  const unpaid = withInvoices(over, { log, range: { of: 'all', refusal: { of: 'opening' } } }, context)
  const lost = withSubscription(unpaid, {
    status: 'canceled',
    cancelReason: 'opening_lost',
    resumesAs: null,
    refunded: 0n,
    closed: true,
    endedAt: Math.min(subscription.endedAt ?? context.now, context.now),
    dueAt: null,
    nextSettlementAt: null,
  })
  return { books: lost, fault: null }
}
