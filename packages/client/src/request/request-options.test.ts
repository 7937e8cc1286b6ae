import { expect, test } from 'vitest'
import { type RetryOptions, resolveRetryOptions } from './request-options.ts'

const ONE = { timeoutMs: 10, totalTimeoutMs: 20, maxRetries: 5 }
const OTHER = { timeoutMs: 1, totalTimeoutMs: 2, maxRetries: 0 }

test.each<[string, client: RetryOptions, call: RetryOptions, Required<RetryOptions>]>([
  ['the defaults', {}, {}, { timeoutMs: 30_000, totalTimeoutMs: 120_000, maxRetries: 3 }],
  ['the client’s', OTHER, {}, OTHER],
  ['the call’s', {}, OTHER, OTHER],
  ['the call’s before the client’s', ONE, OTHER, OTHER],
  ['the client’s where the call says nothing', ONE, { timeoutMs: 1 }, { ...ONE, timeoutMs: 1 }],
  [
    'a whole of four longer attempts',
    {},
    { timeoutMs: 30_001 },
    { timeoutMs: 30_001, totalTimeoutMs: 120_004, maxRetries: 3 },
  ],
  [
    'the longest time that a timer counts',
    ONE,
    { totalTimeoutMs: Number.POSITIVE_INFINITY },
    { ...ONE, totalTimeoutMs: 2_147_483_647 },
  ],
])('%s', (_name, client, call, expected) => {
  expect(resolveRetryOptions(client, call)).toEqual(expected)
})
