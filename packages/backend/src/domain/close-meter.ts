import type { UnixMillis } from '@per-second/protocol/time'
import type { CancelReason } from '@per-second/protocol/types'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Transaction } from '../storage/storage.ts'
import type { ChainJob, Subscription } from './entities.ts'
import { authorisationEndsAt, capReachedAt, elapsedSeconds, isActive, isTicking } from './meter.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'

/** Why a meter stops for good: its cap was reached, or somebody or something cancelled it. */
export type MeterEnd = { status: 'ended' } | { status: 'canceled'; reason: CancelReason }

/**
 * Ends a meter at `endedAt`: final status, event and the job that settles the last seconds and returns the rest, all in one unit.
 * Nothing counts after `endedAt`.
 *
 * @returns the ended subscription and the id of its closing job
 */
export async function closeMeter(
  operation: Operation,
  subscription: Subscription,
  end: MeterEnd & { endedAt: UnixMillis },
): Promise<{ subscription: Subscription; jobId: string }> {
  const { tx, now } = operation
  if (isActive(subscription)) await countActive(operation, subscription, -1)
  const ended: Subscription = {
    ...subscription,
    status: end.status,
    cancelReason: end.status === 'canceled' ? end.reason : null,
    endedAt: end.endedAt,
    resumesAs: null,
    dueAt: null,
    nextSettlementAt: null,
  }
  await supersedeSettlements(operation, subscription)
  const job = closingJob(operation, ended)
  await tx.jobs.insert(job)
  await tx.subscriptions.update(ended)
  const type = end.status === 'ended' ? 'subscription.ended' : 'subscription.canceled'
  await recordEvent(operation, subscription, type, presentSubscription(ended, now))
  return { subscription: ended, jobId: job.id }
}

/** The job that settles everything counted and refunds the rest: all of it, where the opening was given up as lost. */
export function closingJob(operation: Operation, ended: Subscription): ChainJob {
  return {
    id: operation.newId('job_'),
    mode: ended.mode,
    kind: 'close',
    subscriptionId: ended.id,
    digest: ended.digest,
    terms: ended.terms,
    signature: null,
    toSecond: ended.cancelReason === 'opening_lost' ? 0 : elapsedSeconds(ended, operation.now),
    periodEnd: ended.endedAt ?? operation.now,
    status: 'pending',
    transactionId: null,
    attempts: 0,
    failure: null,
    invoiceIds: [],
    notBefore: operation.now,
    created: operation.now,
  }
}

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

/** Ends a meter whose end has come. @returns the ended subscription and its closing job, or null when there is nothing to end */
export async function endIfOver(
  operation: Operation,
  subscription: Subscription,
): Promise<{ subscription: Subscription; jobId: string } | null> {
  const end = endOf(subscription, operation.now)
  return end && closeMeter(operation, subscription, end)
}

/**
 * The close charges all that is owed: a settlement that has not left yet has nothing more to do, unless an invoice says it was paid
 * in a block that has vanished.
 */
async function supersedeSettlements({ tx }: Operation, subscription: Subscription): Promise<void> {
  for (const job of await tx.jobs.pendingOf(subscription.id)) {
    if (job.kind !== 'settle' || job.transactionId !== null || (await hasPaid(tx, job))) continue
    await tx.jobs.update({ ...job, status: 'done' })
  }
}

/** Whether an invoice says that this job paid it. */
export async function hasPaid(tx: Transaction, { invoiceIds }: ChainJob): Promise<boolean> {
  for (const id of invoiceIds) if ((await tx.invoices.get(id))?.status === 'paid') return true
  return false
}

/** Keeps the product's count of running, paused and past-due meters with the transition that changes it. */
export async function countActive(
  operation: Operation,
  subscription: Subscription,
  change: 1 | -1,
): Promise<void> {
  const product = await operation.tx.products.get(subscription.productId)
  if (!product) return
  await operation.tx.products.update({
    ...product,
    activeSubscriptions: product.activeSubscriptions + change,
  })
}
