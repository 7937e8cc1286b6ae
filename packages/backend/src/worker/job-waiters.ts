import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../domain/clock.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * How long a request waits for a job, in milliseconds of real time, and its merchant, which is empty for the operator's
 * own.
 */
export type Wait = { timeoutMs: number; merchant: string }

/** Chain work as requests use it. Any process of the database may do the work. */
export type ChainWorker = ReturnType<typeof createJobWaiters>

/** Requests that wait at once, in all and for one job. */
const MOST = { all: 1_000, ofAJob: 10 }

/** How often the rows of all awaited jobs are read, by one query, in milliseconds of real time. */
const POLL_MILLIS = 20

type Waiter = { jobId: string; merchant: string; answer: (settled: boolean) => void }

/**
 * With too many requests for one job, the latest is answered as if its time were over. With too many in all, the oldest
 * of the merchant with the most is, so no merchant takes the wait of another one's subscribers.
 *
 * @param parameters.kick says that there is new work, if this process does it
 * @param parameters.stopping aborted when all waits are to end
 */
export function createJobWaiters(parameters: {
  storage: Pick<Storage, 'read'>
  clock: Pick<Clock, 'now'>
  kick: () => void
  stopping: AbortSignal
  most?: { all: number; ofAJob: number }
}) {
  const { storage, clock, kick, stopping, most = MOST } = parameters
  /** In the order in which they came. */
  const waiters = new Set<Waiter>()
  let isPolling = false
  stopping.addEventListener('abort', () => {
    for (const { answer } of [...waiters]) answer(false)
  })

  const oldestOfMost = () => {
    const byMerchant = Map.groupBy(waiters, ({ merchant }) => merchant)
    const [largest] = [...byMerchant.values()].toSorted((a, b) => b.length - a.length)
    return largest?.[0]
  }

  /** Done, failed, or refused for now: a job that is not to be tried yet has had its answer. */
  const settledAmong = async (ids: ReadonlySet<string>) => {
    const jobs = await storage.read(tx => tx.jobs.getMany([...ids]))
    const isPending = new Set(
      jobs.flatMap(({ id, status, notBefore }) =>
        status === 'pending' && notBefore <= clock.now() ? [id] : [],
      ),
    )
    return (id: string) => ids.has(id) && !isPending.has(id)
  }

  const poll = async () => {
    if (isPolling) return
    isPolling = true
    while (waiters.size > 0) {
      // A database that does not respond is asked again, until the time of the last wait is over.
      const isSettled = await settledAmong(new Set([...waiters].map(({ jobId }) => jobId))).catch(() => null)
      if (isSettled) for (const { jobId, answer } of [...waiters]) if (isSettled(jobId)) answer(true)
      await delay(POLL_MILLIS)
    }
    isPolling = false
  }

  return {
    /** Says that there is new work. Returns at once. */
    kick,
    /**
     * Waits until the job is done or failed. Resolves false when the time is over first, too many wait, or the service
     * stops: the work goes on, the response does not wait for it.
     */
    waitFor: (jobId: string, { timeoutMs, merchant }: Wait) =>
      new Promise<boolean>(resolve => {
        const ofJob = [...waiters].filter(waiter => waiter.jobId === jobId).length
        if (stopping.aborted || ofJob >= most.ofAJob) return resolve(false)
        const answer = (settled: boolean) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(settled)
        }
        const timer = setTimeout(() => answer(false), timeoutMs)
        const waiter = { jobId, merchant, answer }
        waiters.add(waiter)
        if (waiters.size > most.all) oldestOfMost()?.answer(false)
        kick()
        void poll()
      }),
  }
}
