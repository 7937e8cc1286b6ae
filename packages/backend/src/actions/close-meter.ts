import type { UnixMillis } from '@per-second/protocol/time'
import type { MeterEnd } from '../domain/end-of.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import { elapsedSeconds, isActive } from '../domain/meter.ts'
import { newJob } from '../domain/new-job.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { Operation } from './operation.ts'
import { recordEvent } from './record-event.ts'

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
    ownEndedAt: end.status === 'canceled' && end.reason === 'stopped_on_chain' ? null : end.endedAt,
    resumesAs: null,
    dueAt: null,
    nextSettlementAt: null,
  }
  await supersedeSettlements(operation, subscription)
  const job = await closingJob(operation, ended)
  await tx.subscriptions.update(ended)
  const type = end.status === 'ended' ? 'subscription.ended' : 'subscription.canceled'
  await recordEvent(operation, subscription, type, presentSubscription(ended, now))
  return { subscription: ended, jobId: job.id }
}

/** Asks for everything counted to be settled and the rest refunded: all of it, where nobody waits for the opening any more. */
export async function closingJob(operation: Operation, ended: Subscription): Promise<ChainJob> {
  const job = newJob(operation, ended, { kind: 'close', ...closingOf(operation, ended) })
  await operation.tx.jobs.insert(job)
  return job
}

function closingOf({ now }: Operation, ended: Subscription): Pick<ChainJob, 'toSecond' | 'periodEnd'> {
  const isWanted = ended.cancelReason !== 'opening_lost'
  return { toSecond: isWanted ? elapsedSeconds(ended, now) : 0, periodEnd: ended.endedAt ?? now }
}

/** A meter that has ended ends at another instant, and its closing, unless it has left, charges what was counted by then. */
export async function moveEnd(
  operation: Operation,
  subscription: Subscription,
  endedAt: UnixMillis,
): Promise<Subscription> {
  const { tx } = operation
  if (endedAt === subscription.endedAt) return subscription
  const moved: Subscription = { ...subscription, endedAt }
  await tx.subscriptions.update(moved)
  for (const job of await tx.jobs.pendingOf(subscription.id)) {
    if (job.kind === 'close' && job.transactionId === null)
      await tx.jobs.update({ ...job, ...closingOf(operation, moved) })
  }
  return moved
}

/** The close charges all that is owed: a settlement that has not left yet has nothing more to do. */
async function supersedeSettlements({ tx }: Operation, subscription: Subscription): Promise<void> {
  for (const job of await tx.jobs.pendingOf(subscription.id)) {
    if (job.kind === 'settle' && job.transactionId === null) await tx.jobs.update({ ...job, status: 'done' })
  }
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
