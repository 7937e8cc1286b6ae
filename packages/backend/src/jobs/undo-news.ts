import { toUnixMillis, type UnixMillis } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { MeterState } from '../chain/chain.ts'
import { closingJob, countActive } from '../domain/close-meter.ts'
import type { Subscription } from '../domain/entities.ts'
import { capReachedAt, isActive, isTicking, START_WITHIN_MILLIS } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import { recordEvent } from '../domain/record-event.ts'
import { schedule } from '../domain/schedule.ts'
import { presentSubscription } from '../presenters/present-subscription.ts'
import type { SeenNews } from './block-trail.ts'
import { unsettledInvoices } from './unsettled-invoices.ts'

/**
 * A stop was seen in a block that has vanished. When the escrow knows of one in another block, it ends the meter there. When it knows
 * of none, the meter is what it was before, unless its closing has left already, which ends it all the same.
 *
 * @param more.isSeenAgain whether the other block was looked at already; if not, the next look does what is to be done
 */
export async function undoStop(
  operation: Operation,
  seen: SeenNews,
  {
    state,
    isSeenAgain,
    settleEverySeconds,
  }: { state: MeterState; isSeenAgain: boolean; settleEverySeconds: number },
): Promise<void> {
  const { tx, now } = operation
  const subscription = await tx.subscriptions.byDigest(seen.digest)
  if (!subscription) return
  const stoppedAt =
    state.status === 'unknown' || state.stoppedAt === null ? null : toUnixMillis(state.stoppedAt)
  const endedBefore = seen.endedAt ?? null
  if (endedBefore !== null) {
    const counts = stoppedAt !== null && isSeenAgain
    await moveEnd(
      operation,
      subscription,
      counts ? Math.min(endedBefore, atLeast(stoppedAt, subscription)) : endedBefore,
    )
    return
  }
  if (state.status !== 'open' || subscription.closed) return
  if (subscription.cancelReason !== 'stopped_on_chain') return
  const pending = await tx.jobs.pendingOf(subscription.id)
  const closing = pending.filter(job => job.kind === 'close')
  if (closing.length === 0 || closing.some(job => job.transactionId !== null)) return
  const before = { ...subscription, ...(await statusBefore(operation, subscription)) }
  if (stoppedAt !== null) {
    const cap = isTicking(before) ? capReachedAt(before) : null
    await moveEnd(operation, subscription, Math.min(atLeast(stoppedAt, subscription), cap ?? stoppedAt, now))
    return
  }
  for (const job of closing) await tx.jobs.update({ ...job, status: 'done' })
  const going = schedule(before, now, settleEverySeconds)
  await tx.subscriptions.update(going)
  if (isActive(going)) await countActive(operation, going, 1)
  const type = going.status === 'past_due' ? 'subscription.past_due' : 'subscription.resumed'
  await recordEvent(operation, going, type, presentSubscription(going, now))
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
    if (job.kind !== 'close' || job.digest !== subscription.digest || job.transactionId !== null) continue
    const { toSecond, periodEnd } = closingJob(operation, moved)
    await tx.jobs.update({ ...job, toSecond, periodEnd })
  }
  return moved
}

function atLeast(instant: UnixMillis, { startedAt }: Subscription): UnixMillis {
  return Math.max(instant, startedAt ?? 0)
}

/** A reclaim was seen in a block that has vanished: what it took is in the escrow again, and the operator may still close. */
export async function undoReclaim(operation: Operation, digest: Hex, state: MeterState): Promise<void> {
  const { tx } = operation
  const subscription = await tx.subscriptions.byDigest(digest)
  if (!subscription?.closed || state.status !== 'open') return
  const isLost = subscription.cancelReason === 'opening_lost'
  const open: Subscription = { ...subscription, closed: isLost, refunded: 0n }
  await tx.subscriptions.update(open)
  const pending = await tx.jobs.pendingOf(open.id)
  if (open.endedAt !== null && !pending.some(job => job.kind === 'close'))
    await tx.jobs.insert(closingJob(operation, open))
}

async function statusBefore({ tx }: Operation, subscription: Subscription): Promise<Partial<Subscription>> {
  const { startedAt, pausedAt, created } = subscription
  const meter = pausedAt === null ? 'running' : 'paused'
  const undone = { endedAt: null, cancelReason: null, resumesAs: null }
  if (startedAt === null) return { ...undone, status: 'pending_start', dueAt: created + START_WITHIN_MILLIS }
  const open = await unsettledInvoices(tx, subscription, null)
  return open.some(({ status }) => status === 'failed')
    ? { ...undone, status: 'past_due', resumesAs: meter }
    : { ...undone, status: meter }
}
