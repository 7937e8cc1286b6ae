import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../domain/clock.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ChainWorker } from '../chain-worker.ts'
import { createJobWaiters } from '../job-waiters.ts'

/** How often the row of a job is looked at that another process may do, in milliseconds of real time. */
const POLL_MILLIS = 100

/**
 * Waits for chain work that any process of the database may do. If this process does it, the worker notifies the wait,
 * and otherwise the wait polls the row. The number of waits is the same as with a single process: each of them queries
 * the database ten times a second.
 *
 * @param own the worker of this process, while it holds the lease
 * @param stopping aborted when all waits are to end
 */
export function createPollingWorker(parameters: {
  storage: Pick<Storage, 'read'>
  clock: Pick<Clock, 'now'>
  own: () => ChainWorker | null
  stopping: AbortSignal
}): ChainWorker {
  const { storage, clock, own, stopping } = parameters
  const waiters = createJobWaiters()
  stopping.addEventListener('abort', () => waiters.abandon(), { once: true })

  /** Done, failed, or refused for now: a job that is not to be tried yet has had its answer. */
  const isSettled = async (jobId: string) => {
    const job = await storage.read(tx => tx.jobs.get(jobId))
    return job === null || job.status !== 'pending' || job.notBefore > clock.now()
  }

  return {
    kick: () => own()?.kick(),
    waitFor: async (jobId, wait) => {
      let isOver = false
      const answer = waiters.waitFor(jobId, wait).finally(() => {
        isOver = true
      })
      // That this process gives up says nothing: another one may go on with the job.
      const settleByOwn = async () => (await own()?.waitFor(jobId, wait)) && waiters.settle(jobId)
      settleByOwn().catch(() => {})
      for (;;) {
        await Promise.race([answer, delay(POLL_MILLIS)])
        if (isOver) return answer
        if (await isSettled(jobId)) waiters.settle(jobId)
      }
    },
  }
}
