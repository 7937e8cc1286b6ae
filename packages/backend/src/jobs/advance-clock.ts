import type { UnixMillis } from '@per-second/protocol/time'
import type { ServiceClock } from '../service-clock.ts'
import type { ServiceConfig } from '../service-config.ts'
import type { Storage, Transaction } from '../storage/storage.ts'

/** Steps closer together than this share of the settlement interval are taken at once, so that meters started together settle in one batch. */
const COALESCED_SHARE = 1 / 60

/**
 * Moves the clock forward and does everything that falls due on the way, in time order: before each step the chain's own news are
 * read, after it its work is done and booked. Must run exclusively.
 */
export async function advanceClock(
  deps: {
    storage: Storage
    clock: ServiceClock
    config: Pick<ServiceConfig, 'settleEverySeconds'>
    /** Tells the embedded chain the new time, reads its news, runs what is due, and finishes all chain work. */
    catchUp: () => Promise<void>
    /** Commits where the clock stands, before anything happens at that time: a restart must not take it back. */
    saveClock: () => Promise<void>
  },
  seconds: number,
): Promise<void> {
  const { storage, clock, config, catchUp, saveClock } = deps
  const coalesced = Math.floor(config.settleEverySeconds * 1000 * COALESCED_SHARE)
  const target = clock.now() + seconds * 1000
  await catchUp()
  for (;;) {
    const next = await storage.read(tx => nextDue(tx))
    if (next === null || next > target || clock.now() >= target) break
    const step = Math.min(Math.max(next, clock.now()) + coalesced, target)
    clock.moveTo(step)
    await saveClock()
    await catchUp()
    if (step === target) break
  }
  clock.moveTo(target)
  await saveClock()
  await catchUp()
}

async function nextDue(tx: Transaction): Promise<UnixMillis | null> {
  const far = Number.MAX_SAFE_INTEGER
  const [subscription] = await tx.subscriptions.due(far, 1)
  const [session] = await tx.sessions.expired(far, 1)
  const jobs = [...(await tx.jobs.pending('test')), ...(await tx.jobs.pending('live'))]
  const instants = [
    ...(subscription?.dueAt == null ? [] : [subscription.dueAt]),
    ...(session ? [session.expiresAt] : []),
    ...jobs.map(job => job.notBefore),
  ]
  return instants.length === 0 ? null : Math.min(...instants)
}
