import { expect, test } from 'vitest'
import { formatInstant } from './format-instant.ts'

/** Noon of the device, wherever it is. */
const NOON = new Date(2026, 8, 21, 12).getTime() / 1000

test.each([
  ['en', 'Sep 21, 2026'],
  ['de-CH', '21.09.2026'],
  ['ja', '2026/09/21'],
  ['ar', '2026'],
  ['he', '21'],
])('formatInstant: in %s', (locale, day) => {
  expect(formatInstant(NOON, locale)).toContain(day)
  expect(formatInstant(NOON + 5, locale, 'medium')).toContain('05')
})
