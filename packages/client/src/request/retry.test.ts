import { expect, test } from 'vitest'
import { parseRetryAfter, retryDelayMs } from './retry.ts'

test('without Retry-After the wait doubles to a bound, of which half to all is taken', () => {
  const waits = [1, 2, 3, 4, 5, 6, 60].map(attempt => [
    retryDelayMs(attempt, undefined, 0),
    retryDelayMs(attempt, undefined, 1),
  ])
  expect(waits).toEqual([
    [250, 500],
    [500, 1000],
    [1000, 2000],
    [2000, 4000],
    [4000, 8000],
    [4000, 8000],
    [4000, 8000],
  ])
})

test('Retry-After is never undercut, and exceeded by a quarter at most', () => {
  expect(retryDelayMs(1, 2, 0)).toBe(2000)
  expect(retryDelayMs(5, 2, 1)).toBe(2500)
  expect(retryDelayMs(1, 0, 1)).toBe(0)
  expect(retryDelayMs(1, 60, 0)).toBe(60_000)
})

test.each([
  ['3', 3],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:00:05 GMT', 5],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  [null, undefined],
])('Retry-After %j is %j seconds', (value, seconds) => {
  expect(parseRetryAfter(value, Date.UTC(2026, 10, 20, 12))).toBe(seconds)
})
