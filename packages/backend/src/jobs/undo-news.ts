import type { Hex } from '@per-second/protocol/types'
import type { MeterState } from '../chain/chain.ts'
import { closingJob, countActive } from '../domain/close-meter.ts'
import type { Subscription } from '../domain/entities.ts'
import { isActive, START_WITHIN_MILLIS } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'

/**
 * A stop was seen in a block that has vanished, and the escrow knows of none: the meter is what it was before, unless its closing has
 * left already, which ends it all the same.
 */
export async function undoStop(
  operation: Operation,
  digest: Hex,
  state: MeterState,
  settleEverySeconds: number,
): Promise<void> {
  const { tx, now } = operation
  const subscription = await tx.subscriptions.byDigest(digest)
  if (subscription?.cancelReason !== 'stopped_on_chain') return
  if (state.status !== 'open' || state.stoppedAt !== null || subscription.closed) return
  const pending = await tx.jobs.pendingOf(subscription.id)
  const closing = pending.filter(job => job.kind === 'close')
  if (closing.length === 0 || closing.some(job => job.transactionId !== null)) return
  for (const job of closing) await tx.jobs.update({ ...job, status: 'done' })
  const before = schedule(
    { ...subscription, ...(await statusBefore(operation, subscription)) },
    now,
    settleEverySeconds,
  )
  await tx.subscriptions.update(before)
  if (isActive(before)) await countActive(operation, before, 1)
  const type = before.status === 'past_due' ? 'subscription.past_due' : 'subscription.resumed'
  await recordEvent(operation, before, type, presentSubscription(before, now))
}

/** A reclaim was seen in a block that has vanished: what it took is in the escrow again, and the operator may still close. */
export async function undoReclaim(operation: Operation, digest: Hex, state: MeterState): Promise<void> {
  const { tx } = operation
  const subscription = await tx.subscriptions.byDigest(digest)
  if (!subscription?.closed || state.status !== 'open') return
  const open: Subscription = { ...subscription, closed: false, refunded: 0n }
  await tx.subscriptions.update(open)
  const pending = await tx.jobs.pendingOf(open.id)
  if (open.endedAt !== null && !pending.some(job => job.kind === 'close'))
    await tx.jobs.insert(closingJob(operation, open))
}

async function statusBefore(
  { tx }: Operation,
  { startedAt, pausedAt, latestInvoiceId, created }: Subscription,
): Promise<Partial<Subscription>> {
  const latest = latestInvoiceId === null ? null : await tx.invoices.get(latestInvoiceId)
  const meter = pausedAt === null ? 'running' : 'paused'
  const undone = { endedAt: null, cancelReason: null, resumesAs: null }
  if (startedAt === null) return { ...undone, status: 'pending_start', dueAt: created + START_WITHIN_MILLIS }
  return latest?.status === 'failed'
    ? { ...undone, status: 'past_due', resumesAs: meter }
    : { ...undone, status: meter }
}
