import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../domain/clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { ChainWorker } from './chain-worker.ts'

/**
 * How long a request waits for a job, in milliseconds of real time, and its merchant, which is empty for the operator's
 * own.
 */
export type Wait = { timeoutMs: number; merchant: string }

/** Requests that wait at once, in all and for one job. */
const MOST = { all: 1_000, ofAJob: 10 }

type Waiter = { merchant: string; answer: (settled: boolean) => void }

/**
 * With too many requests for one job, the latest is answered as if its time were over. With too many in all, the oldest
 * of the merchant with the most is, so no merchant takes the wait of another one's subscribers.
 */
export function createJobWaiters({ all, ofAJob } = MOST) {
  const waiting = new Map<string, Set<Waiter>>()
  /** In the order in which they came. */
  const waiters = new Set<Waiter>()
  let abandoned = false

  const oldestOfMost = () => {
    const byMerchant = Map.groupBy(waiters, ({ merchant }) => merchant)
    const [most] = [...byMerchant.values()].toSorted((a, b) => b.length - a.length)
    return most?.[0]
  }

  return {
    /** Resolves true once the job is settled, or false when the time is over, too many wait, or the service stops. */
    waitFor: (jobId: string, { timeoutMs, merchant }: Wait) =>
      new Promise<boolean>(resolve => {
        const ofJob = waiting.get(jobId) ?? new Set<Waiter>()
        if (abandoned || ofJob.size >= ofAJob) return resolve(false)
        const answer = (settled: boolean) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          ofJob.delete(waiter)
          if (ofJob.size === 0) waiting.delete(jobId)
          resolve(settled)
        }
        const timer = setTimeout(() => answer(false), timeoutMs)
        const waiter = { merchant, answer }
        waiters.add(waiter)
        waiting.set(jobId, ofJob.add(waiter))
        if (waiters.size > all) oldestOfMost()?.answer(false)
      }),
    /** Answers every request that waits for this job. */
    settle: (jobId: string) => {
      for (const { answer } of [...(waiting.get(jobId) ?? [])]) answer(true)
    },
    /** Resolves all waits with false, and all later ones. */
    abandon: () => {
      abandoned = true
      for (const { answer } of [...waiters]) answer(false)
    },
  }
}

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
