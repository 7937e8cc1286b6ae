import { depositOfTerms } from '@per-second/protocol/terms'
import { toUnixMillis } from '@per-second/protocol/time'
import type { Chain, EscrowEvent } from '../chain/chain.ts'
import { closeMeter, closingJob } from '../domain/close-meter.ts'
import type { Mode, Subscription } from '../domain/entities.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Operation } from '../domain/operation.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { Storage } from '../storage/storage.ts'

type SeenEvent = EscrowEvent & { timestamp: number }

/**
 * Reads what payers and strangers did on the escrows since the last look: a stop freezes the meter at its block's instant, a
 * reclaim has closed it. Looking twice changes nothing.
 */
export function createChainWatcher(deps: {
  storage: Storage
  clock: ServiceClock
  newId: (prefix: IdPrefix) => string
  chains: Record<Mode, Chain | null>
}): { look(): Promise<void> } {
  const { storage, clock, newId, chains } = deps
  const cursors = new Map<Mode, bigint>()

  const lookAt = async (mode: Mode, chain: Chain) => {
    const key = `chain.${mode}.next_block`
    const from = cursors.get(mode) ?? BigInt((await storage.read(tx => tx.settings.get(key))) ?? 0)
    const { events, nextBlock } = await chain.eventsSince(from)
    const relevant = events.filter(event => event.type === 'stopped' || event.type === 'reclaimed')
    if (relevant.length > 0) {
      await storage.unitOfWork(async tx => {
        const operation: Operation = { tx, now: clock.now(), newId }
        for (const event of relevant) await handle(operation, event)
        await tx.settings.set(key, nextBlock.toString())
      })
    }
    cursors.set(mode, nextBlock)
  }

  return {
    look: async () => {
      for (const mode of ['test', 'live'] as const) {
        const chain = chains[mode]
        if (chain) await lookAt(mode, chain)
      }
    },
  }
}

async function handle(operation: Operation, event: SeenEvent): Promise<void> {
  const subscription = await operation.tx.subscriptions.byDigest(event.digest)
  if (!subscription || subscription.closed) return
  const stopped = await stopMeter(operation, subscription, toUnixMillis(event.timestamp))
  if (event.type !== 'reclaimed') return
  for (const job of await operation.tx.jobs.pendingOf(subscription.id)) {
    await operation.tx.jobs.update({ ...job, status: 'done' })
  }
  const refunded = depositOfTerms(stopped.terms) - stopped.settledGross
  await operation.tx.subscriptions.update({ ...stopped, closed: true, refunded })
}

/** Ends the meter at the stop's instant, taking back seconds counted after it. */
async function stopMeter(
  operation: Operation,
  subscription: Subscription,
  stoppedAt: number,
): Promise<Subscription> {
  const endedAt = Math.max(subscription.startedAt ?? 0, Math.min(stoppedAt, operation.now))
  if (subscription.endedAt === null) {
    const closed = await closeMeter(operation, subscription, {
      status: 'canceled',
      reason: 'stopped_on_chain',
      endedAt,
    })
    return closed.subscription
  }
  if (endedAt >= subscription.endedAt) return subscription
  const shortened: Subscription = { ...subscription, endedAt }
  await operation.tx.subscriptions.update(shortened)
  for (const job of await operation.tx.jobs.pendingOf(subscription.id)) {
    if (job.kind !== 'close') continue
    const { toSecond, periodEnd } = closingJob(operation, shortened)
    await operation.tx.jobs.update({ ...job, toSecond, periodEnd })
  }
  return shortened
}
