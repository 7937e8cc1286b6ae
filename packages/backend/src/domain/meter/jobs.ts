import type { UnixMillis } from '@per-second/protocol/time'
import type { ChainJob, Subscription } from '../entities.ts'
import type { IdPrefix } from '../id.ts'
import { type MeterBooks, type MeterContext, pendingJobs, withJobs } from './books.ts'
import { elapsedSeconds, hasBegun, isActive } from './clock.ts'
import type { MeterLog } from './ledger/read-log.ts'

/** Chain work for a meter, to be done from now on. */
export function newJob(
  {
    now,
    newId,
    traceparent = null,
  }: {
    now: UnixMillis
    newId: (prefix: IdPrefix) => string
    traceparent?: string | null
  },
  { id, mode, operator }: Pick<Subscription, 'id' | 'mode' | 'operator'>,
  work: Pick<ChainJob, 'kind' | 'toSecond' | 'periodEnd'>,
): ChainJob {
  return {
    id: newId('job_'),
    mode,
    subscriptionId: id,
    operator,
    ...work,
    status: 'pending',
    transactionId: null,
    attempts: 0,
    failure: null,
    notBefore: now,
    traceparent,
    created: now,
  }
}

/** Retries of a refused charge wait 60 s, doubling to an hour (docs/money.md, rule 23). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/** A refused opening is sent again after this time while a later block may still include it. */
const REOPEN_MILLIS = 15_000

/** The job leaves again later, in another transaction. */
export function retryLater(books: MeterBooks, jobId: string, { now }: MeterContext): MeterBooks {
  return withJobs(books, ({ id, kind, attempts }) => {
    if (id !== jobId) return null
    const ofCharge = Math.min(FIRST_RETRY_MILLIS * 2 ** attempts, LONGEST_RETRY_MILLIS)
    const wait = kind === 'open' ? REOPEN_MILLIS : ofCharge
    return { attempts: attempts + 1, transactionId: null, notBefore: now + wait }
  })
}

export function withJob(
  books: MeterBooks,
  context: MeterContext,
  work: Pick<ChainJob, 'kind' | 'toSecond' | 'periodEnd'>,
): MeterBooks {
  return { ...books, jobs: [...books.jobs, newJob(context, books.subscription, work)] }
}

/** Requests that the escrow settles every counted second and refunds the remainder. */
export function withClosing(books: MeterBooks, context: MeterContext): MeterBooks {
  return withJob(books, context, { kind: 'close', ...closingOf(books, context) })
}

/** A closing that was not sent yet follows the end of its meter. */
export function withClosingMoved(books: MeterBooks, context: MeterContext): MeterBooks {
  return withJobs(books, job => (isUnsent(job) && job.kind === 'close' ? closingOf(books, context) : null))
}

export function isUnsent({ transactionId }: ChainJob): boolean {
  return transactionId === null
}

/** A lost opening is closed at 0 seconds: its deposit is refunded in full. */
function closingOf({ subscription }: MeterBooks, { now }: MeterContext) {
  const isLost = subscription.cancelReason === 'opening_lost'
  return {
    toSecond: isLost ? 0 : elapsedSeconds(subscription, now),
    periodEnd: subscription.endedAt ?? now,
  }
}

/** One of the hashes was signed for the job's transaction. */
export function isAmong({ signed }: MeterBooks, job: ChainJob, hashes: ReadonlySet<string>): boolean {
  return signed.get(job.transactionId ?? '')?.some(hash => hashes.has(hash)) ?? false
}

/** Ends the jobs that the log shows to be done, by whichever transaction. */
export function withDoneJobs(books: MeterBooks, log: MeterLog): MeterBooks {
  const isDone = (job: ChainJob) => {
    if (job.kind === 'open') return log.opened !== null
    if (log.ending !== null) return true
    const isReached = log.billedSeconds >= job.toSecond || isAmong(books, job, log.transactions)
    return job.kind === 'settle' && isReached
  }
  return withJobs(books, job => (isDone(job) ? { status: 'done' } : null))
}

/**
 * Creates the job for work that is owed and has no pending job. That is an orphaned opening, the closing of a meter
 * that is over, or a charge that was announced and orphaned (docs/money.md, rules 34 and 38).
 */
export function withOwedWork(books: MeterBooks, log: MeterLog, context: MeterContext): MeterBooks {
  const { subscription } = books
  const { endedAt, invoicedSeconds } = subscription
  const isPending = (kind: ChainJob['kind']) => pendingJobs(books).some(job => job.kind === kind)
  if (log.opened === null) {
    if (!hasBegun(subscription) || subscription.closed || isPending('open')) return books
    return withJob(books, context, { kind: 'open', toSecond: 0, periodEnd: context.now })
  }
  if (log.ending !== null || isPending('close')) return books
  const isOver = endedAt !== null || !hasBegun(subscription)
  if (isOver && subscription.status !== 'incomplete') return withClosing(books, context)
  if (!isActive(subscription) || invoicedSeconds <= log.billedSeconds || isPending('settle')) return books
  const periodEnd = books.invoices.at(-1)?.periodEnd ?? context.now
  return withJob(books, context, { kind: 'settle', toSecond: invoicedSeconds, periodEnd })
}
