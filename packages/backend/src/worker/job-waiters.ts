/** Requests that wait for chain work, by job. */
export type JobWaiters = {
  /** Resolves true once the job is settled; false when the time is over, too many wait, or the service stops. Real time. */
  waitFor(jobId: string, timeoutMs: number): Promise<boolean>
  /** Answers everybody who waits for this job. */
  settle(jobId: string): void
  /** Answers everybody with false, and whoever comes later. */
  abandon(): void
}

/** Requests that wait at once, in all and for one job: any further one is answered as after its time. */
const MOST = { all: 1_000, ofAJob: 10 }

export function createJobWaiters({ all, ofAJob } = MOST): JobWaiters {
  const waiting = new Map<string, Set<(settled: boolean) => void>>()
  let [count, abandoned] = [0, false]
  return {
    waitFor: (jobId, timeoutMs) =>
      new Promise(resolve => {
        const answers = waiting.get(jobId) ?? new Set()
        if (abandoned || count >= all || answers.size >= ofAJob) return resolve(false)
        count += 1
        waiting.set(jobId, answers)
        const answer = (settled: boolean) => {
          clearTimeout(timer)
          if (answers.delete(answer)) count -= 1
          if (answers.size === 0) waiting.delete(jobId)
          resolve(settled)
        }
        const timer = setTimeout(() => answer(false), timeoutMs)
        answers.add(answer)
      }),
    settle: jobId => {
      for (const answer of [...(waiting.get(jobId) ?? [])]) answer(true)
    },
    abandon: () => {
      abandoned = true
      for (const answers of [...waiting.values()]) for (const answer of [...answers]) answer(false)
    },
  }
}
