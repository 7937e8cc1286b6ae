import type { ErrorCode } from '@per-second/protocol/errors'
import { toUnixMillis, type UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import { closingJob } from '../domain/close-meter.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import { START_WITHIN_MILLIS } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { beginMeter } from '../domain/subscription-actions.ts'
import { presentSessionOf } from '../presenters/present-session.ts'

/**
 * Books an opening that is on chain: the session is complete; a `checkout` meter runs from the later of the block's timestamp and
 * this instant, a `merchant` meter waits for its start. An opening nobody waits for any more, or that was given up as lost, is closed
 * at once at 0 seconds.
 */
export async function recordOpening(
  operation: Operation,
  job: ChainJob,
  opening: { hash: Hex; blockTimestamp: UnixSeconds },
  settleEverySeconds: number,
): Promise<void> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'done' })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  const session = subscription && (await tx.sessions.get(subscription.sessionId))
  if (!subscription || !session) return
  const wasLost = subscription.cancelReason === 'opening_lost'
  if (isBooked(subscription, job) && !wasLost) {
    await tx.subscriptions.update({ ...subscription, openingTxHash: opening.hash })
    return
  }
  if (subscription.status !== 'incomplete' || subscription.digest !== job.digest) {
    const { digest, terms } = job
    const closing = { ...closingJob(operation, subscription), digest, terms, toSecond: 0, periodEnd: now }
    const pending = await tx.jobs.pendingOf(subscription.id)
    const isClosing = pending.some(other => other.kind === 'close' && other.digest === digest)
    if (!isClosing) await tx.jobs.insert(closing)
    return
  }
  const opened: Subscription = { ...subscription, openingTxHash: opening.hash }
  const customer = await tx.customers.get(subscription.customerId)
  if (customer) await tx.customers.update({ ...customer, subscriptionCount: customer.subscriptionCount + 1 })
  const complete = { ...session, status: 'complete' as const, openingInFlight: false }
  await tx.sessions.update(complete)
  if (subscription.startMode === 'checkout') {
    const startedAt = Math.max(toUnixMillis(opening.blockTimestamp), now)
    await beginMeter(operation, opened, startedAt, settleEverySeconds)
  } else {
    const waiting: Subscription = { ...opened, status: 'pending_start', dueAt: now + START_WITHIN_MILLIS }
    await tx.subscriptions.update(schedule(waiting, now, settleEverySeconds))
  }
  await recordEvent(
    operation,
    session,
    'checkout.session.completed',
    await presentSessionOf(tx, complete, now),
  )
}

/** Whether the meter of this opening has begun for everybody: its block may vanish, its subscription does not become incomplete again. */
export function isBooked({ digest, status }: Subscription, job: ChainJob): boolean {
  return digest === job.digest && status !== 'incomplete' && status !== 'incomplete_expired'
}

/**
 * Books that an opening will not happen: the session is free again, its tokens end, and the subscriber may hand in the same signature
 * or prepare anew.
 *
 * @param failure.byPayer whether it was the payer's doing, and counts against them, be it that it cost gas or not
 */
export async function recordFailedOpening(
  operation: Operation,
  job: ChainJob,
  failure: { code: ErrorCode; byPayer: boolean },
): Promise<void> {
  const { tx, now } = operation
  await tx.jobs.update({ ...job, status: 'failed', failure: failure.code })
  const subscription = await tx.subscriptions.get(job.subscriptionId)
  if (subscription?.digest !== job.digest || (await isOpening(operation, job))) return
  await tx.subscriptions.update({
    ...subscription,
    status: 'incomplete_expired',
    signature: null,
    openingTxHash: null,
    openingsFailed: subscription.openingsFailed + (failure.byPayer ? 1 : 0),
  })
  const session = await tx.sessions.get(subscription.sessionId)
  if (session?.subscriptionId !== subscription.id) return
  await tx.tokens.revokeOfSession(session.id, now)
  await tx.sessions.update({
    ...session,
    customerId: null,
    subscriptionId: null,
    maxDurationSeconds: session.capFixed ? session.maxDurationSeconds : null,
    openingInFlight: false,
  })
}

/** The same signature was accepted once more meanwhile. */
async function isOpening({ tx }: Operation, { id, subscriptionId }: ChainJob): Promise<boolean> {
  const pending = await tx.jobs.pendingOf(subscriptionId)
  return pending.some(other => other.kind === 'open' && other.id !== id)
}
