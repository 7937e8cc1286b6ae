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
