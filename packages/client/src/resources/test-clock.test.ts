import { expect, test } from 'vitest'
import type { ApiRequest, RequestFunction } from '../request/request.ts'
import { createTestClock } from './test-clock.ts'

test.each([
  [undefined, 120_000],
  [{ timeoutMs: undefined }, 120_000],
  [{ timeoutMs: 5 }, 5],
])('an advance with options %j may take %i ms an attempt', async (options, timeoutMs) => {
  const calls: ApiRequest[] = []
  const request = async (call: ApiRequest) => {
    calls.push(call)
    return {}
  }
  await createTestClock(request as RequestFunction).advance({ seconds: 60 }, options as never)
  expect(calls).toMatchObject([{ options: { timeoutMs } }])
})
