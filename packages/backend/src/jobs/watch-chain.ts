import { toUnixMillis, toUnixSeconds, type UnixMillis } from '@per-second/protocol/time'
import type { Chain, PlacedEvent } from '../chain/chain.ts'
import type { Clock } from '../domain/clock.ts'
import { closeMeter, endOf, hasPaid } from '../domain/close-meter.ts'
import type { Mode, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import { isActive } from '../domain/meter.ts'
import type { Operation } from '../domain/operation.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import { chainSetting, noteInTrail, readTrail } from './block-trail.ts'
import { moveEnd } from './undo-news.ts'

/** On a real chain the place reached is saved this often even when nothing happened. */
const SAVE_EVERY_BLOCKS = 1_000n

/** A look that read this many blocks may have been cut short by the reader's own bound. */
const FULL_LOOK_BLOCKS = 1_000n

/** A real chain's last blocks are read again at every look, so many at most: an endpoint that lagged may have left something out. */
const MOST_BLOCKS_AGAIN = 1_000

/** Blocks of a real chain and this service's clock may differ by so much, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 900

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
   * real chain reading goes on where it was saved; without such a place it begins before the oldest meter that may be open, and a
   * new database has none that could have been stopped before now.
   */
  const firstCursor = async (mode: Mode, chain: Chain, key: string): Promise<Cursor> => {
    if (chain.embedded) return { next: 0n, saved: 0n, seen: new Set() }
    const { known, oldest } = await storage.read(async tx => ({
      known: await tx.settings.get(key),
      oldest: await tx.subscriptions.oldestOpen(mode),
    }))
    if (known !== null) return { next: BigInt(known), saved: BigInt(known), seen: new Set() }
    const next =
      oldest !== null && chain.history
        ? await chain.history.firstBlockSince(toUnixSeconds(oldest) - CLOCK_TOLERANCE_SECONDS)
        : (await chain.eventsSince('now')).nextBlock
    await storage.unitOfWork(tx => tx.settings.set(key, next.toString()))
    return { next, saved: next, seen: new Set() }
  }

  /** From where a look reads: what it read last is read again once there is a newer block; null while there is none. */
  const startOf = async ({ next }: Cursor, { history }: Chain): Promise<bigint | null> => {
    if (!history) return next
    if ((await history.newest()) < next) return null
    const again = BigInt(Math.min(history.depth, MOST_BLOCKS_AGAIN))
    return next > again ? next - again : 0n
  }

  /** @returns whether there may be more to read */
  const lookAt = async (mode: Mode, chain: Chain): Promise<boolean> => {
    const key = chainSetting(mode, chain, 'next_block')
    const cursor = cursors.get(mode) ?? (await firstCursor(mode, chain, key))
    const from = await startOf(cursor, chain)
    if (from === null) return false
    const { events, nextBlock } = await chain.eventsSince(from)
    const wanted = events.filter(event => event.type === 'stopped' || event.type === 'reclaimed')
    const relevant = wanted.filter(event => !cursor.seen.has(placeOf(event)))
    const saves = !chain.embedded && (relevant.length > 0 || nextBlock - cursor.saved >= SAVE_EVERY_BLOCKS)
    if (relevant.length > 0 || saves) {
      const early = await storage.unitOfWork(async tx => {
        const operation: Operation = { tx, now: clock.now(), newId }
        for (const event of relevant) if (await isEarly(operation, event)) return true
        for (const event of relevant) {
          const endedAt = await endBefore(tx, mode, chain, event)
          const { digest, type } = event
          if ((await handle(operation, event)) && (type === 'stopped' || type === 'reclaimed'))
            await noteInTrail(tx, mode, chain, event, {
              news: { digest, type, ...(endedAt !== null && { endedAt }) },
            })
        }
        if (saves) await tx.settings.set(key, nextBlock.toString())
        return false
      })
      if (early) return false
    }
    const seen = new Set(wanted.map(placeOf))
    cursors.set(mode, { next: nextBlock, saved: saves ? nextBlock : cursor.saved, seen })
    return chain.embedded && nextBlock - cursor.next >= FULL_LOOK_BLOCKS
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

/** Where to read on, and what of the blocks that are read again has been handled. */
type Cursor = { next: bigint; saved: bigint; seen: ReadonlySet<string> }

/** A block that came instead of another has another hash: what is in it again is looked at again. */
function placeOf({ blockHash, logIndex }: PlacedEvent): string {
  return `${blockHash}:${logIndex}`
}

/** Whether the opening of this meter is on chain but not booked yet: its news are for the next look. */
async function isEarly({ tx }: Operation, { digest }: PlacedEvent): Promise<boolean> {
  const subscription = await tx.subscriptions.byDigest(digest)
  return subscription?.status === 'incomplete' && subscription.signature !== null
}

/** When a meter that is stopped had ended already, before any stop of it was seen; null when it had not. */
async function endBefore(
  tx: Transaction,
  mode: Mode,
  chain: Chain,
  { type, digest }: PlacedEvent,
): Promise<UnixMillis | null> {
  const subscription = type === 'stopped' ? await tx.subscriptions.byDigest(digest) : null
  if (!subscription || subscription.cancelReason === 'stopped_on_chain') return null
  const trail = await readTrail(tx, mode, chain)
  const earlier = trail.flatMap(({ news }) => news).find(seen => seen.digest === digest && seen.endedAt)
  return earlier?.endedAt ?? subscription.endedAt
}

/** @returns whether it was news of a meter of this service */
async function handle(operation: Operation, event: PlacedEvent): Promise<boolean> {
  const { tx } = operation
  const subscription = await tx.subscriptions.byDigest(event.digest)
  if (subscription === null || subscription.status === 'incomplete') return false
  // One that came back after it was lost has ended for everybody already.
  const isLost = subscription.cancelReason === 'opening_lost'
  const stopped = isLost
    ? subscription
    : await stopMeter(operation, subscription, toUnixMillis(event.timestamp))
  if (event.type !== 'reclaimed' || (stopped.closed && !isLost)) return true
  for (const job of await tx.jobs.pendingOf(stopped.id)) {
    // One that has left may have been included before the reclaim: its receipt tells. So it does of one that was paid once.
    if (job.transactionId === null && !(await hasPaid(tx, job)))
      await tx.jobs.update({ ...job, status: 'done' })
  }
  await tx.subscriptions.update({ ...stopped, closed: true, refunded: event.refunded })
  return true
}

/** Ends the meter at the stop's instant, unless it had ended before, and takes back seconds counted after it. */
async function stopMeter(
  operation: Operation,
  subscription: Subscription,
  stoppedAt: number,
): Promise<Subscription> {
  const { now } = operation
  const endedAt = Math.max(subscription.startedAt ?? 0, Math.min(stoppedAt, now))
  if (isActive(subscription) || subscription.status === 'pending_start') {
    const over = endOf(subscription, now)
    const end =
      over && over.endedAt <= endedAt
        ? over
        : ({ status: 'canceled', reason: 'stopped_on_chain', endedAt } as const)
    return (await closeMeter(operation, subscription, end)).subscription
  }
  const isEarlier = subscription.endedAt !== null && endedAt < subscription.endedAt
  return isEarlier ? moveEnd(operation, subscription, endedAt) : subscription
}
