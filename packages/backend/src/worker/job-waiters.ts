/** Requests that wait for chain work, by job. */
export type JobWaiters = {
  /** Resolves true once the job is settled, false when the time is over or the service stops. Real time. */
  waitFor(jobId: string, timeoutMs: number): Promise<boolean>
  /** Answers everybody who waits for this job. */
  settle(jobId: string): void
  /** Answers everybody with false, and whoever comes later. */
  abandon(): void
}

export function createJobWaiters(): JobWaiters {
  const waiting = new Map<string, Set<(settled: boolean) => void>>()
  let abandoned = false
  return {
    waitFor: (jobId, timeoutMs) =>
      new Promise(resolve => {
        if (abandoned) return resolve(false)
        const answers = waiting.get(jobId) ?? new Set()
        waiting.set(jobId, answers)
        const answer = (settled: boolean) => {
          clearTimeout(timer)
          answers.delete(answer)
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
