import type { UnixMillis } from '@per-second/protocol/time'
import type { BillingPolicy } from '../domain/billing-policy.ts'
import type { ServiceClock, ServiceClockState } from '../domain/service-clock.ts'
import type { Storage } from '../storage/storage.ts'
import { advanceClock } from './advance-clock.ts'

/** Moves the service's clock and everything that hangs on it; the app calls it inside `gate.exclusive`. */
export type ClockControl = {
  /** Goes on to an instant, if it is not there yet. Resolves when everything that fell due on the way is done. */
  advanceTo(target: UnixMillis): Promise<void>
  /** Stops or releases the clock, and remembers it for the next start. */
  setFrozen(frozen: boolean): Promise<void>
}

const SETTING = 'clock'

/** How the clock was left, by whatever process; undefined when it was never touched. */
export async function readClock(storage: Storage): Promise<ServiceClockState | undefined> {
  const saved = await storage.read(tx => tx.settings.get(SETTING))
  return saved === null ? undefined : (JSON.parse(saved) as ServiceClockState)
}

export async function saveClock(storage: Storage, clock: ServiceClock): Promise<void> {
  await storage.unitOfWork(tx => tx.settings.set(SETTING, JSON.stringify(clock.state())))
}

/** Stops and moves the clock of local mode, and keeps it where a restart finds it. */
export function createClockControl(parameters: {
  storage: Storage
  clock: ServiceClock
  policy: BillingPolicy
  readChain: () => Promise<void>
  catchUp: (since: UnixMillis) => Promise<void>
  /** Called when the clock stands where it was to go. */
  arrived: () => Promise<void>
  stopping: AbortSignal
}): ClockControl {
  const { storage, clock } = parameters
  const save = () => saveClock(storage, clock)
  return {
    advanceTo: async target => {
      await advanceClock({ ...parameters, saveClock: save }, target)
      await parameters.arrived()
    },
    setFrozen: async frozen => {
      if (frozen) clock.freeze()
      else clock.release()
      await save()
    },
  }
}
