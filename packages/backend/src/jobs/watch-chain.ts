import { toUnixMillis } from '@per-second/protocol/time'
import type { Chain, EscrowEvent } from '../chain/chain.ts'
import type { Clock } from '../domain/clock.ts'
import { closeMeter, closingJob, endOf } from '../domain/close-meter.ts'
import type { Mode, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import { isActive } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import type { Storage } from '../storage/storage.ts'

/** On a real chain the place reached is saved this often even when nothing happened. */
const SAVE_EVERY_BLOCKS = 1_000n

/** A look that read this many blocks may have been cut short by the reader's own bound. */
const FULL_LOOK_BLOCKS = 1_000n

type SeenEvent = EscrowEvent & { timestamp: number }

/**
 * Reads what payers and strangers did on the escrows since the last look: a stop freezes the meter at its block's instant, a
 * reclaim has closed it. Looking twice changes nothing.
 */
export function createChainWatcher(deps: {
  storage: Storage
  clock: Clock
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
}): { look(): Promise<void> } {
  const { storage, clock, newId, chains } = deps
  const cursors = new Map<Mode, Cursor>()

  /**
   * A killed embedded chain comes back with other block numbers, so that one is read from its first block at every start. On a
   * real chain a new database has no meter that could have been stopped before now.
   */
  const firstCursor = async (chain: Chain, key: string): Promise<Cursor> => {
    if (chain.embedded) return { next: 0n, saved: 0n }
    const known = await storage.read(tx => tx.settings.get(key))
    if (known !== null) return { next: BigInt(known), saved: BigInt(known) }
    const { nextBlock } = await chain.eventsSince('now')
    await storage.unitOfWork(tx => tx.settings.set(key, nextBlock.toString()))
    return { next: nextBlock, saved: nextBlock }
  }

  /** @returns whether there may be more to read */
  const lookAt = async (mode: Mode, chain: Chain): Promise<boolean> => {
    const key = `chain.${mode}.next_block`
    const { next, saved } = cursors.get(mode) ?? (await firstCursor(chain, key))
    const { events, nextBlock } = await chain.eventsSince(next)
    const relevant = events.filter(event => event.type === 'stopped' || event.type === 'reclaimed')
    const saves = !chain.embedded && (relevant.length > 0 || nextBlock - saved >= SAVE_EVERY_BLOCKS)
    if (relevant.length > 0 || saves) {
      const early = await storage.unitOfWork(async tx => {
        const operation: Operation = { tx, now: clock.now(), newId }
        for (const event of relevant) if (await isEarly(operation, event)) return true
        for (const event of relevant) await handle(operation, event)
        if (saves) await tx.settings.set(key, nextBlock.toString())
        return false
      })
      if (early) return false
    }
    cursors.set(mode, { next: nextBlock, saved: saves ? nextBlock : saved })
    return chain.embedded && nextBlock - next >= FULL_LOOK_BLOCKS
  }

  return {
    look: async () => {
      const looks = (['test', 'live'] as const).map(async mode => {
        const chain = chains[mode]
        while (chain && (await lookAt(mode, chain)));
      })
      // Neither mode keeps the other from being looked at.
      const failed = (await Promise.allSettled(looks)).find(look => look.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

type Cursor = { next: bigint; saved: bigint }

/** Whether the opening of this meter is on chain but not booked yet: its news are for the next look. */
async function isEarly({ tx }: Operation, { digest }: SeenEvent): Promise<boolean> {
  const subscription = await tx.subscriptions.byDigest(digest)
  return subscription?.status === 'incomplete' && subscription.signature !== null
}

async function handle(operation: Operation, event: SeenEvent): Promise<void> {
  const { tx } = operation
  const subscription = await tx.subscriptions.byDigest(event.digest)
  if (subscription === null || subscription.status === 'incomplete') return
  const stopped = await stopMeter(operation, subscription, toUnixMillis(event.timestamp))
  if (event.type !== 'reclaimed' || stopped.closed) return
  for (const job of await tx.jobs.pendingOf(stopped.id)) {
    // One that has left may have been included before the reclaim: its receipt tells.
    if (job.transactionId === null) await tx.jobs.update({ ...job, status: 'done' })
  }
  await tx.subscriptions.update({ ...stopped, closed: true, refunded: event.refunded })
}

/** Ends the meter at the stop's instant, unless it had ended before, and takes back seconds counted after it. */
async function stopMeter(
  operation: Operation,
  subscription: Subscription,
  stoppedAt: number,
): Promise<Subscription> {
  const { tx, now } = operation
  const endedAt = Math.max(subscription.startedAt ?? 0, Math.min(stoppedAt, now))
  if (isActive(subscription) || subscription.status === 'pending_start') {
    const over = endOf(subscription, now)
    const end =
      over && over.endedAt <= endedAt
        ? over
        : ({ status: 'canceled', reason: 'stopped_on_chain', endedAt } as const)
    return (await closeMeter(operation, subscription, end)).subscription
  }
  if (subscription.endedAt === null || endedAt >= subscription.endedAt) return subscription
  const shortened: Subscription = { ...subscription, endedAt }
  await tx.subscriptions.update(shortened)
  for (const job of await tx.jobs.pendingOf(subscription.id)) {
    if (job.kind !== 'close') continue
    const { toSecond, periodEnd } = closingJob(operation, shortened)
    await tx.jobs.update({ ...job, toSecond, periodEnd })
  }
  return shortened
}
