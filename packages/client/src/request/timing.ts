/** Time and chance as this package uses them, passed in so that tests can hold them in their hands. */
export type Timing = {
  /** Milliseconds on a clock that only goes forward. */
  monotonicMs(): number
  /** Milliseconds since 1970, for a `Retry-After` that names a date. */
  unixMs(): number
  /** In [0, 1). */
  random(): number
  /** Runs `task` once after `milliseconds`, unless the returned function is called first. */
  schedule(milliseconds: number, task: () => void): () => void
}

export const systemTiming: Timing = {
  monotonicMs: () => performance.now(),
  unixMs: () => Date.now(),
  random: () => Math.random(),
  schedule: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds)
    return () => clearTimeout(timer)
  },
}
