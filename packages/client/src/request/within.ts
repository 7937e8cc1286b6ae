import { ConnectionError } from './errors.ts'
import type { Timing } from './timing.ts'

export type Limits<T> = {
  signal: AbortSignal | undefined
  milliseconds: number
  /** Returns the result for an elapsed time, or throws. */
  onElapsed: () => T
}

/**
 * Runs `work` until it settles, time is up, or the caller's signal fires, whichever comes first. `work` gets a signal
 * that fires in the last two cases. A `fetch` that ignores the signal delays no caller.
 *
 * @throws {ConnectionError} `aborted`
 */
export function within<T>(
  timing: Timing,
  { signal, milliseconds, onElapsed }: Limits<T>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal))
    const controller = new AbortController()
    const release = () => {
      cancelTimer()
      signal?.removeEventListener('abort', abort)
    }
    const abort = () => {
      release()
      reject(abortedError(signal))
      controller.abort()
    }
    const cancelTimer = timing.schedule(milliseconds, () => {
      release()
      resolve(Promise.resolve().then(onElapsed))
      controller.abort()
    })
    signal?.addEventListener('abort', abort)
    work(controller.signal).then(resolve, reject).finally(release)
  })
}

/**
 * Waits, unless the signal ends the call.
 *
 * @throws {ConnectionError} `aborted`
 */
export function wait(timing: Timing, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return within(timing, { signal, milliseconds, onElapsed: () => {} }, () => new Promise(() => {}))
}

function abortedError(signal: AbortSignal | undefined): ConnectionError {
  return new ConnectionError('aborted', 'The call was aborted by its signal.', { cause: signal?.reason })
}
