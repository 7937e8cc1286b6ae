import type { ServiceClockState, SharedServiceClock } from '../service-clock.ts'
import type { Storage } from '../storage/storage.ts'

const SETTING = 'clock'

/** How the clock was left, by whatever process; undefined when it was never touched. */
export async function readClock(storage: Storage): Promise<ServiceClockState | undefined> {
  const saved = await storage.read(tx => tx.settings.get(SETTING))
  return saved === null ? undefined : (JSON.parse(saved) as ServiceClockState)
}

export async function saveClock(storage: Storage, clock: SharedServiceClock): Promise<void> {
  await storage.unitOfWork(tx => tx.settings.set(SETTING, JSON.stringify(clock.state())))
}
