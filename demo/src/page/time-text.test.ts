import { expect, test } from 'vitest'
import { clockText, durationText, exactInstantText, instantText, nearText } from './time-text.ts'

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

test.each([
  [0, '0:00'],
  [3_302, '55:02'],
  [3_600, '1:00:00'],
  [76_329, '21:12:09'],
])('%i seconds on a clock are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test('instants have their date, which is left out on the day itself where there is little room', () => {
  const seconds = new Date(2026, 10, 23, 0, 5, 7).getTime() / 1000
  const texts = [
    instantText(seconds),
    exactInstantText(seconds),
    nearText(seconds, seconds),
    nearText(seconds, seconds + 86_400),
  ]
  expect(texts).toEqual(['Nov 23, 12:05 AM', 'Nov 23, 12:05:07 AM', '12:05 AM', 'Nov 23'])
})
