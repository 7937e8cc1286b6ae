import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../domain/clock.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ChainWorker } from '../chain-worker.ts'

/** How often the row of a job is looked at that another process may do, in milliseconds of real time. */
const POLL_MILLIS = 100

/**
 * Waits for chain work that any process of the database may do: as it is told where this one does it, else by polling the row.
 *
 * @param own the worker of this process, while it holds the lease
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
      let isTold = false
      const told = own()
        ?.waitFor(jobId, timeoutMs)
        .then(async settled => {
          isTold = settled
          if (!settled) await new Promise(() => {})
        })
      for (;;) {
        const poll = delay(POLL_MILLIS, undefined, { signal: stopping }).catch(() => {})
        await (told === undefined ? poll : Promise.race([told, poll]))
        if (isTold || (await isSettled(jobId))) return true
        if (stopping.aborted || performance.now() > deadline) return false
      }
    },
  }
}
