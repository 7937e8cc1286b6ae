import type { ChainJob, EscrowEvent, Subscription } from '../../domain/entities.ts'
import type { Refusal } from '../../domain/ledger/project-invoices.ts'
import { type MeterLog, readLog } from '../../domain/ledger/read-log.ts'
import { hasBegun } from '../../domain/meter.ts'
import { schedule } from '../../domain/schedule.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import type { BillingOperation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'
import { bookEnd } from './book-end.ts'
import { bookInvoices } from './book-invoices.ts'
import { bookJobs, ensureWork, isAmong } from './book-jobs.ts'
import { bookOpening } from './book-opening.ts'
import { retryLater } from './retry-later.ts'

/** What has happened to one meter. */
export type MeterChange = {
  /** Events that have just come into the log. */
  fresh: readonly EscrowEvent[]
  /** Whether the log was just read for this meter alone, and is what the escrow says of it. */
  isReread: boolean
  /** What the chain refused it. */
  refusal: Refusal | null
  /** Its pending jobs, where these were read already. */
  jobs?: readonly ChainJob[]
}

/**
 * Brings one meter's books to where its log is: opening, end, invoices, totals, status, and the work that follows. Doing it again
 * changes nothing.
 *
 * @returns the jobs that are settled by it; or, with nothing written, why the log cannot be whole
 */
export async function bookMeter(
  given: BillingOperation,
  subscription: Subscription,
  { fresh, isReread, refusal, jobs: known }: MeterChange,
): Promise<{ settled: string[]; fault: string | null }> {
  const { tx } = given
  const isAppendOnly = refusal === null && !isReread && appendsOnly(subscription, fresh)
  const events = isAppendOnly ? fresh : await tx.escrowEvents.ofMeter(subscription.meterId)
  const { log, fault } = readLog(subscription.terms, events, isAppendOnly ? subscription.loggedSeconds : 0)
  if (log === null) return { settled: [], fault }
  const isMissing = log.opened === null && (hasBegun(subscription) || events.length > 0)
  if (isMissing && !isAppendOnly && !isReread) return { settled: [], fault: 'its opening is not in the log' }

  const jobs = known ?? (await tx.jobs.pendingOf(subscription.id))
  // What comes of a job belongs to the request that asked for it.
  const traceparent = jobs.find(job => job.traceparent !== null)?.traceparent
  const operation = { ...given, traceparent: given.traceparent ?? traceparent ?? null }
  const skipped = await firstSkipped(operation, jobs, log)
  if (skipped) await retryLater(operation, skipped)
  const refused: Refusal | null = skipped ? { of: 'charge', toSecond: skipped.toSecond, hash: '' } : refusal

  let next = subscription
  if (!isAppendOnly) {
    next = await bookOpening(operation, next, log)
    next = await bookEnd(operation, next, log)
  }
  // What was just booked may have changed them.
  const pending = isAppendOnly && !skipped ? jobs : await tx.jobs.pendingOf(subscription.id)
  const booked = await bookInvoices(operation, next, log, { isAppendOnly, jobs: pending, refusal: refused })
  next = withEnding(booked.subscription, log, pending)
  next = await withDebt(operation, next, booked.owes)
  await tx.subscriptions.update(next)
  const done = await bookJobs(operation, log, pending)
  if (!isAppendOnly)
    await ensureWork(
      operation,
      next,
      log,
      pending.filter(job => !done.includes(job)),
    )
  return { settled: [...done, ...(skipped ? [skipped] : [])].map(({ id }) => id), fault: null }
}

/** Whether these are charges, or the end that was asked for, right after all that was booked: then nothing that was booked changes. */
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

async function firstSkipped(
  operation: BillingOperation,
  jobs: readonly ChainJob[],
  { skipped }: MeterLog,
): Promise<ChainJob | null> {
  for (const job of jobs) if (await isAmong(operation, job, skipped)) return job
  return null
}

/** A meter that was closed stays so while the closing of an orphaned block is on its way again. */
function withEnding(
  subscription: Subscription,
  { ending }: MeterLog,
  jobs: readonly ChainJob[],
): Subscription {
  if (ending !== null) return { ...subscription, closed: true, refunded: ending.refunded }
  if (!subscription.closed) return subscription
  if (subscription.cancelReason === 'opening_lost') return { ...subscription, refunded: 0n }
  const isOnItsWay = jobs.some(job => job.kind === 'close' && job.transactionId !== null)
  return isOnItsWay ? subscription : { ...subscription, closed: false, refunded: 0n }
}

/** A meter that ran or stood is past due as long as an invoice is failed. */
async function withDebt(
  operation: BillingOperation,
  subscription: Subscription,
  owes: boolean,
): Promise<Subscription> {
  const { now } = operation
  const { status, resumesAs } = subscription
  if (status === 'past_due' && !owes && resumesAs !== null)
    return schedule({ ...subscription, status: resumesAs, resumesAs: null }, operation)
  if (!owes || (status !== 'running' && status !== 'paused')) return subscription
  const next: Subscription = { ...subscription, status: 'past_due', resumesAs: status }
  await recordEvent(operation, subscription, 'subscription.past_due', presentSubscription(next, now))
  return next
}
