import type { UnixMillis } from '@per-second/protocol/time'
import { ApiError } from '../domain/api-error.ts'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { ServiceClock, ServiceClockState } from '../domain/service-clock.ts'
import type { Storage, Transaction } from '../storage/storage.ts'

/** Moves the service's clock and everything that hangs on it; the app calls it inside `gate.exclusive`. */
export type ClockControl = {
  /** Goes on to an instant, if it is not there yet. Resolves when everything that fell due on the way is done. */
  advanceTo(target: UnixMillis): Promise<void>
  /** Stops or releases the clock, and remembers it for the next start. */
  setFrozen(frozen: boolean): Promise<void>
}

const SETTING = 'clock'

/** Steps closer together than this share of the settlement interval are taken at once, so that meters started together settle in one batch. */
const COALESCED_SHARE = 1 / 60

/** How the clock was left, by whatever process; undefined when it was never touched. */
export async function readClock(storage: Storage): Promise<ServiceClockState | undefined> {
  const saved = await storage.read(tx => tx.settings.get(SETTING))
  return saved === null ? undefined : (JSON.parse(saved) as ServiceClockState)
}

export async function saveClock(storage: Storage, clock: ServiceClock): Promise<void> {
  await storage.unitOfWork(tx => tx.settings.set(SETTING, JSON.stringify(clock.state())))
}

type ClockParameters = {
  storage: Storage
  clock: ServiceClock
  policy: BillingPolicy
  /** Tells the embedded chain the time and books what its log has. */
  readChain: () => Promise<void>
  /** Runs what fell due since an instant, and finishes all chain work. */
  catchUp: (since: UnixMillis) => Promise<void>
  /** Called when the clock stands where it was to go. */
  arrived: () => Promise<void>
  /** Aborted when the service is about to stop. */
  stopping: AbortSignal
}

/** Stops and moves the clock of local mode, and keeps it where a restart finds it. */
export function createClockControl(parameters: ClockParameters): ClockControl {
  const { storage, clock, arrived } = parameters
  return {
    advanceTo: async target => {
      await advance(parameters, target)
      await arrived()
    },
    setFrozen: async frozen => {
      if (frozen) clock.freeze()
      else clock.release()
      await saveClock(storage, clock)
    },
  }
}

/**
 * Moves the clock forward and does everything that falls due on the way, in time order: at each step the chain's own events are read
 * first, then its work is done and booked.
 *
 * @throws {ApiError} `chain_unavailable` when the service stops meanwhile; the clock stands at the last finished step
 */
async function advance(
  { storage, clock, policy, readChain, catchUp, stopping }: ClockParameters,
  target: UnixMillis,
): Promise<void> {
  const coalesced = Math.floor(policy.settleEverySeconds * 1000 * COALESCED_SHARE)
  await readChain()
  await catchUp(clock.now())
  for (let from = clock.now(); from < target; from = clock.now()) {
    if (stopping.aborted) {
      throw new ApiError('chain_unavailable', 'The service is stopping; the clock stands where it got to.')
    }
    clock.moveTo(Math.min(target, await storage.read(tx => nextStep(tx, from, coalesced))))
    // Its place is committed before anything else at that time is: a restart must not take it back.
    await Promise.all([saveClock(storage, clock), readChain()])
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
