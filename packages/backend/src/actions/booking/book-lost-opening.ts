import type { ChainJob, Subscription } from '../../domain/entities.ts'
import { readLog } from '../../domain/ledger/read-log.ts'
import { isActive } from '../../domain/meter.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import { countActive } from '../close-meter.ts'
import type { Operation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'
import { bookInvoices } from './book-invoices.ts'

/** The opening of a meter that is over for this attempt, but not for good, is tried again after so long. */
const RETRY_MILLIS = 15_000

/**
 * Books that the block of an opening was orphaned and no other will have it: the subscription is `canceled` with `opening_lost`,
 * its invoices are `failed`, its session stays `complete` (docs/money.md, rule 38).
 *
 * @returns the jobs that have come to an end with it
 */
export async function bookLostOpening(
  operation: Operation,
  job: ChainJob,
  subscription: Subscription,
): Promise<string[]> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'failed', failure: 'chain_unavailable' })
  const others = (await tx.jobs.pendingOf(subscription.id)).filter(({ id }) => id !== job.id)
  for (const other of others) await tx.jobs.update({ ...other, status: 'done' })
  const { log } = readLog(subscription.terms, [])
  if (log === null) throw new Error('an empty log has no fault')
  const refusal = { of: 'opening' } as const
  const booked = await bookInvoices(operation, subscription, log, { isAppendOnly: false, jobs: [], refusal })
  if (isActive(subscription)) await countActive(operation, subscription, -1)
  const lost: Subscription = {
    ...booked.subscription,
    status: 'canceled',
    cancelReason: 'opening_lost',
    endedAt: Math.min(subscription.endedAt ?? now, now),
    resumesAs: null,
    refunded: 0n,
    closed: true,
    dueAt: null,
    nextSettlementAt: null,
  }
  await tx.subscriptions.update(lost)
  // It had come back, and was orphaned again.
  const isKnown = subscription.cancelReason === 'opening_lost'
  if (!isKnown) await recordEvent(operation, lost, 'subscription.canceled', presentSubscription(lost, now))
  return [job.id, ...others.map(({ id }) => id)]
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
