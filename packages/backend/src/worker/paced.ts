import { setTimeout as delay } from 'node:timers/promises'

/**
 * The work, one at a time and begun no more often than every `millis` of real time. It is waited for, but not longer than `patience`
 * (in the same unit) and not at all after a failure: what does not answer holds up nobody. Until it succeeds, every call throws what
 * it failed with last.
 */
export function paced(
  { millis, patience }: { millis: number; patience: number },
  work: () => Promise<void>,
): () => Promise<void> {
  let next = 0
  let running: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  const run = async () => {
    try {
      await work()
      failure = null
    } catch (error) {
      failure = { error }
    } finally {
      running = null
    }
  }

  return async () => {
    if (running === null && performance.now() >= next) {
      next = performance.now() + millis
      running = run()
      if (failure === null) await Promise.race([running, delay(patience, undefined, { ref: false })])
    }
    if (failure) throw failure.error
  }
}
