import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ScriptedAttempt, scriptedFetch } from '../../test/scripted-fetch.ts'
import { SimulatedTime } from '../../test/simulated-time.ts'
import { ConnectionError } from './errors.ts'
import { type ApiRequest, createRequest } from './request.ts'
import type { RequestOptions } from './request-options.ts'

const TIMEOUT_MS = 30_000
const TOTAL_MS = 120_000

function simulate(script: ScriptedAttempt[], options: RequestOptions = {}, call: Partial<ApiRequest> = {}) {
  const time = new SimulatedTime()
  const { fetch, sent } = scriptedFetch(time, script)
  const request = createRequest({
    apiKey: 'sk_test_1',
    baseUrl: 'https://billing.example',
    fetch,
    timing: time,
  })
  const run = () => time.run(request({ method: 'POST', path: '/v1/products', body: {}, ...call, options }))
  return { time, sent, run }
}

const limited = (retryAfter?: string): ScriptedAttempt => ({
  kind: 'answer',
  status: 429,
  retryAfter,
  afterMs: 5,
})
const FINE: ScriptedAttempt = { kind: 'answer', status: 200, body: { id: 'prod_1' }, afterMs: 5 }
const SILENCE: ScriptedAttempt = { kind: 'silence', afterMs: 0 }

const anyAttempt: fc.Arbitrary<ScriptedAttempt> = fc.oneof(
  fc.record({ kind: fc.constant('network' as const), afterMs: fc.nat(40_000) }),
  fc.record({ kind: fc.constant('silence' as const), afterMs: fc.constant(0) }),
  fc.record({
    kind: fc.constant('answer' as const),
    afterMs: fc.nat(40_000),
    status: fc.constantFrom(200, 400, 401, 404, 429, 429, 500, 502, 503),
    retryAfter: fc.option(fc.nat(90).map(String), { nil: undefined }),
  }),
)

/** Whether an attempt, given its time, calls for another one. */
function isPassing(attempt: ScriptedAttempt): boolean {
  if (attempt.kind !== 'answer' || attempt.afterMs >= TIMEOUT_MS) return true
  return attempt.status === 429 || attempt.status >= 500
}

function askedFor(attempt: ScriptedAttempt): string | undefined {
  return attempt.kind === 'answer' && attempt.afterMs < TIMEOUT_MS ? attempt.retryAfter : undefined
}

/** Retry-After and a quarter, or else the doubling wait, after the `count`th attempt. */
function longestWaitMs(attempt: ScriptedAttempt, count: number): number {
  const asked = askedFor(attempt)
  return asked === undefined ? Math.min(500 * 2 ** (count - 1), 8_000) : Number(asked) * 1_250
}

describe('with any behaviour of the service', () => {
  test('a call ends in time, waits as it was told, and is one call to the service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAttempt, { minLength: 8, maxLength: 8 }),
        fc.nat(6),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        async (script, maxRetries, chance) => {
          const { time, sent, run } = simulate(script, { maxRetries })
          time.chance = chance
          const { elapsedMs, error } = await run()

          expect(elapsedMs).toBeLessThanOrEqual(TOTAL_MS)
          expect(sent.length).toBeLessThanOrEqual(maxRetries + 1)
          expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
          const last = script[sent.length - 1]
          if (error === undefined) expect(last).toMatchObject({ kind: 'answer', status: 200 })
          else if (last && isPassing(last) && sent.length <= maxRetries)
            expect(elapsedMs + longestWaitMs(last, sent.length)).toBeGreaterThanOrEqual(TOTAL_MS)
          for (const [index, attempt] of script.slice(0, sent.length - 1).entries()) {
            expect(isPassing(attempt)).toBe(true)
            const from = sent[index]
            const to = sent[index + 1]
            if (!from || !to) throw new Error('unreachable')
            const waited = to.at - Math.min(from.endedAt, from.at + TIMEOUT_MS)
            const longest = longestWaitMs(attempt, index + 1)
            expect(waited).toBeGreaterThanOrEqual(
              longest * (askedFor(attempt) === undefined ? 0.5 : 0.8) - 1e-6,
            )
            expect(waited).toBeLessThanOrEqual(longest + 1e-6)
          }
        },
      ),
      { seed: 20_260_906, numRuns: 400 },
    )
  })

  test('a signal ends it at that very moment, and nothing is sent or pending afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAttempt, { minLength: 4, maxLength: 4 }),
        fc.nat(TOTAL_MS),
        async (script, abortAtMs) => {
          const undisturbed = await simulate(script).run()
          const controller = new AbortController()
          const reason = new Error('enough')
          const { time, sent, run } = simulate(script, { signal: controller.signal })
          time.schedule(abortAtMs, () => controller.abort(reason))
          const { elapsedMs, error } = await run()
          if (undisturbed.elapsedMs < abortAtMs) {
            expect(elapsedMs).toBe(undisturbed.elapsedMs)
          } else if (undisturbed.elapsedMs > abortAtMs) {
            expect(error).toBeInstanceOf(ConnectionError)
            expect(error).toMatchObject({ code: 'aborted', cause: reason })
            expect(elapsedMs).toBe(abortAtMs)
            const attempts = sent.length
            while (time.pending.length > 0) time.next()
            await new Promise(resolve => setImmediate(resolve))
            expect(sent).toHaveLength(attempts)
          }
        },
      ),
      { seed: 20_260_906, numRuns: 300 },
    )
  })
})

test('a call that ended leaves neither a timer nor a listener behind', async () => {
  const { signal } = new AbortController()
  for (const script of [
    [FINE],
    [limited('1'), FINE],
    [SILENCE],
    [{ ...FINE, status: 400 }],
  ] as ScriptedAttempt[][]) {
    const { time, run } = simulate(script, { signal })
    await run()
    expect(time.pending).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  }
})

describe('waiting', () => {
  test.each([
    [0, 2_010],
    [0.999999, 2_510],
  ])('Retry-After 2 with chance %d takes %d ms in all', async (chance, expected) => {
    const { time, run } = simulate([limited('2'), FINE])
    time.chance = chance
    const { value, elapsedMs } = await run()
    expect(value).toEqual({ id: 'prod_1' })
    expect(elapsedMs).toBeCloseTo(expected, 2)
  })

  test('a Retry-After that names a date is honoured', async () => {
    const { run } = simulate([limited('Fri, 20 Nov 2026 12:00:07 GMT'), FINE])
    expect((await run()).elapsedMs).toBe(7_005)
  })

  test('a Retry-After beyond the remaining time is passed on at once', async () => {
    const { sent, run } = simulate([limited('100'), FINE], { totalTimeoutMs: 60_000 })
    const { error, elapsedMs } = await run()
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 100 })
    expect(elapsedMs).toBe(5)
    expect(sent).toHaveLength(1)
  })

  test('a silent service is asked four times, within the total', async () => {
    const { sent, run } = simulate([SILENCE])
    const { error, elapsedMs } = await run()
    expect(error).toMatchObject({ code: 'timeout', type: 'connection_error', status: undefined })
    expect(sent.map(({ at }) => at)).toEqual([0, 30_250, 60_750, 91_750])
    expect(elapsedMs).toBe(120_000)
  })

  test('a longer attempt makes a longer whole', async () => {
    const { sent, run } = simulate([SILENCE], { timeoutMs: 50_000 })
    expect((await run()).elapsedMs).toBe(200_000)
    expect(sent).toHaveLength(4)
  })

  test('without retries there is one attempt', async () => {
    const { sent, run } = simulate([limited('0'), FINE], { maxRetries: 0 })
    expect((await run()).error).toMatchObject({ status: 429 })
    expect(sent).toHaveLength(1)
  })
})

describe('a DELETE', () => {
  const gone: ScriptedAttempt = { kind: 'answer', status: 404, afterMs: 5 }
  const call = { method: 'DELETE' as const, answerWhenGone: { deleted: true } }

  test('carries no idempotency key', async () => {
    const { sent, run } = simulate([FINE], {}, call)
    await run()
    expect(sent[0]?.idempotencyKey).toBe(null)
  })

  test('whose answer was lost has done its work when its repeat finds nothing', async () => {
    const { run } = simulate([{ kind: 'network', afterMs: 5 }, gone], {}, call)
    expect((await run()).value).toEqual({ deleted: true })
  })

  test('whose answer was lost may still fail in another way', async () => {
    const refused: ScriptedAttempt = { kind: 'answer', status: 401, afterMs: 5 }
    const { sent, run } = simulate([{ kind: 'network', afterMs: 5 }, refused], {}, call)
    expect((await run()).error).toMatchObject({ name: 'AuthenticationError', status: 401 })
    expect(sent).toHaveLength(2)
  })

  test('that never acted still says not found', async () => {
    for (const script of [[gone], [limited('0'), gone]])
      expect((await simulate(script, {}, call).run()).error).toMatchObject({ name: 'NotFoundError' })
  })
})

describe('options out of range are refused before sending', () => {
  test.each([
    ['timeoutMs', 0],
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['totalTimeoutMs', 0],
    ['maxRetries', -1],
    ['maxRetries', 1.5],
    ['maxRetries', Number.POSITIVE_INFINITY],
  ])('%s %d', async (param, value) => {
    const { sent, run } = simulate([FINE], { [param]: value })
    expect((await run()).error).toMatchObject({
      name: 'InvalidRequestError',
      param,
      code: 'parameter_invalid',
    })
    expect(sent).toHaveLength(0)
  })

  test.each(['', ' a', 'a\n', 'ä', 'x'.repeat(256), null, 7])('idempotencyKey %j', async idempotencyKey => {
    const { sent, run } = simulate([FINE], { idempotencyKey: idempotencyKey as string })
    expect((await run()).error).toMatchObject({ param: 'idempotencyKey', code: 'idempotency_key_invalid' })
    expect(sent).toHaveLength(0)
  })

  test.each([{}, new AbortController(), 'now', 5])('a signal that is none: %o', async signal => {
    const { sent, run } = simulate([FINE], { signal: signal as AbortSignal })
    expect((await run()).error).toMatchObject({
      name: 'InvalidRequestError',
      param: 'signal',
      code: 'parameter_invalid',
      message: 'signal must be an AbortSignal, such as controller.signal.',
    })
    expect(sent).toHaveLength(0)
  })
})
