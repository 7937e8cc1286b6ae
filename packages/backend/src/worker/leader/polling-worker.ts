import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../domain/clock.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ChainWorker } from '../chain-worker.ts'

const POLL_MILLIS = 50

/**
 * Waits for chain work that any process of the database may do: for its own as it is told, for another's by polling the row.
 *
 * @param own this process's worker while it leads
 * @param stopping aborted when nobody is to wait any longer
 */
export function createPollingWorker(parameters: {
  storage: Storage
  clock: Clock
  own: () => ChainWorker | null
  stopping: AbortSignal
}): ChainWorker {
  const { storage, clock, own, stopping } = parameters

  /** Done, failed, or refused for now: a job that is not to be tried yet has had its answer. */
  const isSettled = async (jobId: string) => {
    const job = await storage.read(tx => tx.jobs.get(jobId))
    return job === null || job.status !== 'pending' || job.notBefore > clock.now()
  }

  return {
    kick: () => own()?.kick(),
    waitFor: async (jobId, timeoutMs) => {
      const deadline = performance.now() + timeoutMs
      if (await own()?.waitFor(jobId, timeoutMs)) return true
      while (!stopping.aborted && performance.now() < deadline) {
        if (await isSettled(jobId)) return true
        await delay(POLL_MILLIS, undefined, { signal: stopping }).catch(() => {})
      }
      return false
    },
  }
}
