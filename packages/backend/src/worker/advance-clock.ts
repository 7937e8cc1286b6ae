import type { UnixMillis } from '@per-second/protocol/time'
import { ApiError } from '../domain/api-error.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { ServiceClock } from '../domain/service-clock.ts'
import type { Storage, Transaction } from '../storage/storage.ts'

/** Steps closer together than this share of the settlement interval are taken at once, so that meters started together settle in one batch. */
const COALESCED_SHARE = 1 / 60

/**
 * Moves the clock forward and does everything that falls due on the way, in time order: at each step the chain's own events are read
 * first, then its work is done and booked. Must run exclusively.
 *
 * @throws {ApiError} `chain_unavailable` when the service stops meanwhile; the clock stands at the last finished step
 */
export async function advanceClock(
  deps: {
    storage: Storage
    clock: ServiceClock
    policy: BillingPolicy
    /** Tells the embedded chain the time and books what its log has. */
    readChain: () => Promise<void>
    /** Runs what fell due since an instant, and finishes all chain work. */
    catchUp: (since: UnixMillis) => Promise<void>
    /** Commits where the clock stands, before anything else that is committed at that time: a restart must not take it back. */
    saveClock: () => Promise<void>
    /** Aborted when the service is about to stop. */
    stopping: AbortSignal
  },
  target: UnixMillis,
): Promise<void> {
  const { storage, clock, policy, readChain, catchUp, saveClock, stopping } = deps
  const coalesced = Math.floor(policy.settleEverySeconds * 1000 * COALESCED_SHARE)
  await readChain()
  await catchUp(clock.now())
  for (let from = clock.now(); from < target; from = clock.now()) {
    if (stopping.aborted) {
      throw new ApiError('chain_unavailable', 'The service is stopping; the clock stands where it got to.', {
        status: 503,
      })
    }
    clock.moveTo(Math.min(target, await storage.read(tx => nextStep(tx, from, coalesced))))
    await Promise.all([saveClock(), readChain()])
    await catchUp(from)
  }
}

/**
 * Where to go next: a little past the next thing that falls due, never past a retry. What was due before and is still there waits
 * for the chain, not for the time.
 */
async function nextStep(tx: Transaction, after: UnixMillis, coalesced: number): Promise<UnixMillis> {
  const never = Number.MAX_SAFE_INTEGER
  const due = (await tx.subscriptions.nextDue(after)) ?? never
  const expiry = (await tx.sessions.nextExpiry(after)) ?? never
  const retry = (await tx.jobs.nextTry(after)) ?? never
  return Math.min(due + coalesced, expiry + coalesced, retry)
}
