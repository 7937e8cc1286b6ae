import { expect, test } from 'vitest'
import { durationText } from './time-text.ts'

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [60, '1 min'],
  [200, '3 min 20 s'],
  [3_600, '1 h'],
  [3_661, '1 h 1 min'],
  [86_400, '1 day'],
  [187_200, '2 days 4 h'],
  [172_801, '2 days'],
])('%i seconds read %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
