import { toUnixMillis, type UnixMillis } from '@per-second/protocol/time'
import { endOf } from '../../domain/end-of.ts'
import type { ChainJob, Subscription } from '../../domain/entities.ts'
import type { MeterLog } from '../../domain/ledger/read-log.ts'
import { capReachedAt, hasBegun, isActive, START_WITHIN_MILLIS } from '../../domain/meter.ts'
import { schedule } from '../../domain/schedule.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import { closeMeter, countActive, moveEnd } from '../close-meter.ts'
import type { BillingOperation } from '../operation.ts'
import { recordEvent } from '../record-event.ts'

/**
 * Books what the log makes of a meter's end. A stop on chain ends it there unless it had ended before, and where the stop's block was
 * orphaned it has the end that the service gave it, or none; a closing that has left ends it all the same. So does one that these books
 * never asked for.
 */
export async function bookEnd(
  operation: BillingOperation,
  subscription: Subscription,
  log: MeterLog,
): Promise<Subscription> {
  const { now } = operation
  const { startedAt } = subscription
  if (!hasBegun(subscription) || log.opened === null) return subscription
  const stop = log.stoppedAt === null ? null : Math.max(toUnixMillis(log.stoppedAt), startedAt ?? 0)
  if (subscription.endedAt === null) {
    if (stop === null) return bookUnaskedClosing(operation, subscription, log)
    const stopped = { status: 'canceled', reason: 'stopped_on_chain', endedAt: Math.min(stop, now) } as const
    const over = endOf(subscription, now)
    const end = over && over.endedAt <= stopped.endedAt ? over : stopped
    return (await closeMeter(operation, subscription, end)).subscription
  }
  const own = ownEndOf(subscription)
  if (own !== null) return moveEnd(operation, subscription, Math.min(own, stop ?? own))
  if (stop === null) return reopen(operation, subscription, log)
  const cap = capReachedAt({ ...subscription, endedAt: null })
  return moveEnd(operation, subscription, Math.min(stop, cap ?? stop, now))
}

/**
 * The escrow closed what these books have running: they did so themselves, before a backup was restored, and forgot it. What was charged
 * is then all that the meter ran (docs/money.md, rule 68).
 */
async function bookUnaskedClosing(
  operation: BillingOperation,
  subscription: Subscription,
  { ending, billedSeconds }: MeterLog,
): Promise<Subscription> {
  if (ending?.kind !== 'closed') return subscription
  const { pausedMillis, maxDurationSeconds } = subscription
  const closedAt = toUnixMillis(ending.timestamp)
  const ran = pausedMillis + billedSeconds * 1_000
  const startedAt = Math.min(subscription.startedAt ?? closedAt, closedAt - ran)
  const hasRun = subscription.startedAt !== null || billedSeconds > 0
  const known: Subscription = {
    ...subscription,
    startedAt: hasRun ? startedAt : null,
    ...{ pausedAt: null, pausedBy: null },
  }
  const endedAt = hasRun ? startedAt + ran : closedAt
  const isWhole = billedSeconds === maxDurationSeconds
  const end = isWhole ? ({ status: 'ended' } as const) : ({ status: 'canceled', reason: 'merchant' } as const)
  return (await closeMeter(operation, known, { ...end, endedAt })).subscription
}

/** The end that the service itself gave it. Rows of older versions keep none beside the end that counts. */
function ownEndOf({ ownEndedAt, endedAt, cancelReason }: Subscription): UnixMillis | null {
  return ownEndedAt ?? (cancelReason === 'stopped_on_chain' ? null : endedAt)
}

/** Only the stop had ended it, and that was orphaned: the meter is what it was before. */
async function reopen(
  operation: BillingOperation,
  subscription: Subscription,
  { ending }: MeterLog,
): Promise<Subscription> {
  const { tx, now } = operation
  const pending = await tx.jobs.pendingOf(subscription.id)
  const closings = pending.filter(({ kind }) => kind === 'close')
  if (ending !== null || subscription.closed || closings.some(hasLeft)) return subscription
  for (const job of closings) await tx.jobs.update({ ...job, status: 'done' })
  const { startedAt, pausedAt, created } = subscription
  const meter = pausedAt === null ? 'running' : 'paused'
  const before: Subscription = {
    ...subscription,
    ...{ endedAt: null, cancelReason: null, resumesAs: null },
    ...(startedAt === null
      ? { status: 'pending_start', dueAt: created + START_WITHIN_MILLIS }
      : { status: meter }),
  }
  const going = schedule(before, operation)
  await tx.subscriptions.update(going)
  if (isActive(going)) await countActive(operation, going, 1)
  await recordEvent(operation, going, 'subscription.resumed', presentSubscription(going, now))
  return going
}

function hasLeft({ transactionId }: ChainJob): boolean {
  return transactionId !== null
}
