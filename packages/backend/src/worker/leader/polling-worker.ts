import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../domain/clock.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ChainWorker } from '../chain-worker.ts'

const POLL_MILLIS = 50

/**
 * Waits for chain work that any process of the database may do: as it is told while this one does all of it, else by polling the row.
 *
 * @param own the workers of the leases that this process holds
 * @param isAll whether nobody else does any of the work
 * @param stopping aborted when nobody is to wait any longer
 */
export function createPollingWorker(parameters: {
  storage: Storage
  clock: Clock
  own: () => readonly ChainWorker[]
  isAll: () => boolean
  stopping: AbortSignal
}): ChainWorker {
  const { storage, clock, own, isAll, stopping } = parameters

  /** Done, failed, or refused for now: a job that is not to be tried yet has had its answer. */
  const isSettled = async (jobId: string) => {
    const job = await storage.read(tx => tx.jobs.get(jobId))
    return job === null || job.status !== 'pending' || job.notBefore > clock.now()
  }

  return {
    kick: () => {
      for (const worker of own()) worker.kick()
    },
    waitFor: async (jobId, timeoutMs) => {
      const deadline = performance.now() + timeoutMs
      // Whichever of them books it tells those who wait with it.
      const told = isAll() && Promise.race(own().map(worker => worker.waitFor(jobId, timeoutMs)))
      if (await told) return true
      for (const worker of own()) worker.kick()
      while (!stopping.aborted && performance.now() < deadline) {
        if (await isSettled(jobId)) return true
        await delay(POLL_MILLIS, undefined, { signal: stopping }).catch(() => {})
      }
      return false
    },
  }
}
