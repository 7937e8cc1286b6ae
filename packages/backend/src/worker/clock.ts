import type { UnixMillis } from '@per-second/protocol/time'
import { ApiError } from '../domain/api-error.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { ServiceClock, ServiceClockState } from '../domain/service-clock.ts'
import type { Storage, Transaction } from '../storage/storage.ts'

export type ClockControl = ReturnType<typeof createClockControl>

const SETTING = 'clock'

/** Steps closer together than this share of the settlement interval are taken at once, so that meters started together settle in one batch. */
const COALESCED_SHARE = 1 / 60

/** The clock as the last process left it, or undefined when it was never moved. */
export async function readClock(storage: Storage): Promise<ServiceClockState | undefined> {
  const saved = await storage.read(tx => tx.settings.get(SETTING))
  return saved === null ? undefined : (JSON.parse(saved) as ServiceClockState)
}

export async function saveClock(storage: Storage, clock: ServiceClock): Promise<void> {
  await storage.unitOfWork(tx => tx.settings.set(SETTING, JSON.stringify(clock.state())))
}

/**
 * Stops and moves the clock of local mode, with all work that depends on it, and keeps it where a restart finds it. The
 * app calls it inside `gate.exclusive`.
 */
export function createClockControl(parameters: {
  storage: Storage
  clock: ServiceClock
  policy: BillingPolicy
  /** Sets the embedded chain's time and books its log. */
  readChain: () => Promise<void>
  /** Runs the work that fell due since an instant, and finishes all chain work. */
  catchUp: (since: UnixMillis) => Promise<void>
  /** Called when the clock stands where it was to go. */
  arrived: () => Promise<void>
  /** Aborted when the service is about to stop. */
  stopping: AbortSignal
}) {
  const { storage, clock, policy, readChain, catchUp, arrived, stopping } = parameters
  const coalesced = Math.floor(policy.settleEverySeconds * 1000 * COALESCED_SHARE)
  return {
    /**
     * Moves the clock forward to an instant, if it is not there yet, and does all work that falls due on the way, in time
     * order. At each step the chain's own events are read first, then its work is done and booked.
     *
     * @throws {ApiError} `chain_unavailable` when the service stops meanwhile. The clock stays at the last finished step
     */
    advanceTo: async (target: UnixMillis) => {
      await readChain()
      await catchUp(clock.now())
      for (let from = clock.now(); from < target; from = clock.now()) {
        if (stopping.aborted) {
          throw new ApiError(
            'chain_unavailable',
            'The service is stopping. The clock stays at the time it has reached.',
          )
        }
        clock.moveTo(Math.min(target, await storage.read(tx => nextStep(tx, from, coalesced))))
        // Its place is committed before anything else at that time is: a restart must not take it back.
        await Promise.all([saveClock(storage, clock), readChain()])
        await catchUp(from)
      }
      await arrived()
    },
    /** Stops or releases the clock, and stores it for the next start. */
    setFrozen: async (frozen: boolean) => {
      if (frozen) clock.freeze()
      else clock.release()
      await saveClock(storage, clock)
    },
  }
}

/**
 * The next step: a little past the next due instant, never past a retry of chain work. Work that was due before and remains waits for
 * the chain, not for the time.
 */
async function nextStep(tx: Transaction, after: UnixMillis, coalesced: number): Promise<UnixMillis> {
  const never = Number.MAX_SAFE_INTEGER
  const due = (await tx.subscriptions.nextDue(after)) ?? never
  const expiry = (await tx.sessions.nextExpiry(after)) ?? never
  const delivery = (await tx.deliveries.nextDue(after)) ?? never
  const retry = (await tx.jobs.nextTry(after)) ?? never
  return Math.min(due + coalesced, expiry + coalesced, delivery + coalesced, retry)
}
