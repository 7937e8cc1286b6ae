import { countActive } from '../domain/close-meter.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import { isActive } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import { paidInvoices, unpay } from './paid-invoices.ts'

/** The opening of a meter that is over for this attempt, but not for good, is tried again after so long. */
const RETRY_MILLIS = 15_000

/**
 * Books that the block of an opening has vanished and no other will have it: the subscription is `canceled` with `opening_lost`,
 * its invoices are `failed`, its session stays `complete` (docs/money.md, rule 38).
 *
 * @returns the jobs that have come to an end with it
 */
export async function recordLostOpening(
  operation: Operation,
  job: ChainJob,
  subscription: Subscription,
): Promise<string[]> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'failed', failure: 'chain_unavailable' })
  const others = (await tx.jobs.pendingOf(subscription.id)).filter(({ id }) => id !== job.id)
  for (const other of others) await tx.jobs.update({ ...other, status: 'done' })
  const ended = [job.id, ...others.map(({ id }) => id)]
  // It had come back, and vanished again.
  const isKnown = subscription.cancelReason === 'opening_lost'
  for (const invoice of await paidInvoices(tx, subscription))
    await unpay(operation, subscription, invoice, '')
  if (isActive(subscription)) await countActive(operation, subscription, -1)
  const lost: Subscription = {
    ...subscription,
    status: 'canceled',
    cancelReason: 'opening_lost',
    endedAt: Math.min(subscription.endedAt ?? now, now),
    resumesAs: null,
    billedSeconds: 0,
    settledGross: 0n,
    settledFee: 0n,
    refunded: 0n,
    closed: true,
    dueAt: null,
    nextSettlementAt: null,
  }
  await tx.subscriptions.update(lost)
  if (!isKnown) await recordEvent(operation, lost, 'subscription.canceled', presentSubscription(lost, now))
  return ended
}

/** The opening was refused where it was included once; what refused it may pass before it is too late. */
export async function retryOpening({ tx, now }: Operation, job: ChainJob): Promise<void> {
  await tx.jobs.update({
    ...job,
    attempts: job.attempts + 1,
    transactionId: null,
    notBefore: now + RETRY_MILLIS,
  })
}
