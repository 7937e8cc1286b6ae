import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs the work, one at a time and at most once every `millis` of real time. A call waits for at most `patience` (in
 * the same unit), and not at all after a failure, so a silent service delays no caller. Until it succeeds, every call
 * throws the last error.
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
