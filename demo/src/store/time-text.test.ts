import { expect, test } from 'vitest'
import { durationText, exactInstantText, instantText } from './time-text.ts'

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

test('instants are times of day, with the date when it is not today’s; midnight is 00', () => {
  const midnight = new Date(2026, 10, 23, 0, 5, 7)
  const seconds = midnight.getTime() / 1000
  expect([instantText(seconds, midnight), exactInstantText(seconds, midnight)]).toEqual(['00:05', '00:05:07'])
  const nextDay = new Date(2026, 10, 24, 12)
  expect(exactInstantText(seconds, nextDay)).toBe('Nov 23, 00:05:07')
})
