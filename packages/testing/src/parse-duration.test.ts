import { expect, test } from 'vitest'
import { type Duration, parseDuration } from './parse-duration.ts'

test.each([
  ['1s', 1],
  ['90s', 90],
  ['15m', 900],
  ['1h', 3_600],
  ['30d', 2_592_000],
  ['3650d', 315_360_000],
] as const)('%s is %d seconds', (duration, seconds) => {
  expect(parseDuration(duration)).toBe(seconds)
})

test.each([
  '',
  '1',
  'h',
  '1 h',
  ' 1h',
  '1H',
  '1.5h',
  '-1h',
  '+1h',
  '1e2s',
  '1h30m',
  '1hour',
  '0s',
  '3651d',
  '1h\n',
])('%j is refused', duration => {
  expect(() => parseDuration(duration as Duration)).toThrow(
    expect.objectContaining({
      name: 'TestingError',
      code: 'duration_invalid',
      message: `${JSON.stringify(duration)} is no duration. Write a whole number and its unit, s, m, h or d, such as "90s" or "1h"; one second to ten years.`,
    }),
  )
})
