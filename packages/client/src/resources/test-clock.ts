import type { TestClock } from '@per-second/protocol/types'
import type { RequestFunction } from '../request/request.ts'
import type { RequestOptions } from '../request/request-options.ts'

export type TestClockAdvanceParameters = {
  /** 1 to 315,360,000 seconds (ten years). */
  seconds: number
}

/**
 * The clock of a local backend, for tests that travel in time. It is one clock for all merchants of that backend. Elsewhere, and
 * with a live key, every call throws `NotFoundError`.
 */
export type TestClockHelper = {
  retrieve(options?: RequestOptions): Promise<TestClock>
  /** Stops the clock where it is. */
  freeze(options?: RequestOptions): Promise<TestClock>
  /** Lets a stopped clock tick on. */
  release(options?: RequestOptions): Promise<TestClock>
  /**
   * Moves the clock forward and answers when everything that falls due on the way is done: expiries, caps, settlements,
   * deliveries. May take a minute, so one attempt may take two unless `timeoutMs` says otherwise.
   *
   * @example
   * await billing.testHelpers.clock.advance({ seconds: 3600 })
   */
  advance(parameters: TestClockAdvanceParameters, options?: RequestOptions): Promise<TestClock>
}

const PATH = '/v1/test_helpers/clock'
const ADVANCE_TIMEOUT_MS = 120_000

export function createTestClock(request: RequestFunction): TestClockHelper {
  const setFrozen = (frozen: boolean, options?: RequestOptions) =>
    request<TestClock>({ method: 'POST', path: PATH, body: { frozen }, options })
  return {
    retrieve: options => request({ method: 'GET', path: PATH, options }),
    freeze: options => setFrozen(true, options),
    release: options => setFrozen(false, options),
    advance: (body, options) =>
      request({
        method: 'POST',
        path: `${PATH}/advance`,
        body,
        options: { ...options, timeoutMs: options?.timeoutMs ?? ADVANCE_TIMEOUT_MS },
      }),
  }
}
