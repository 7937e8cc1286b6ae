import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_MILLIS = 50

/**
 * Reads again and again until the value is as it should be. A failing read is repeated.
 *
 * @param what the expected state, for the message of a failure
 * @param millis of real time that it may take
 * @returns the value at that time
 * @throws {assert.AssertionError} with the last value
 */
export async function eventually<T>(
  look: () => Promise<T>,
  isAsItShould: (seen: T) => boolean,
  what: string,
  millis = 100_000,
): Promise<T> {
  const deadline = performance.now() + millis
  for (;;) {
    const seen = await look().then(
      value => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ('value' in seen && isAsItShould(seen.value)) return seen.value
    if (performance.now() > deadline) {
      const last = 'value' in seen ? JSON.stringify(seen.value) : String(seen.error)
      assert.fail(`It never came within ${millis} ms: ${what}. Last seen: ${last}`)
    }
    await delay(LOOK_MILLIS)
  }
}
