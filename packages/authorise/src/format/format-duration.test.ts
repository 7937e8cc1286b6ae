import { expect, test } from 'vitest'
import { en } from '../text/en.ts'
import { formatClock, formatDuration } from './format-duration.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [60, '1 minute'],
  [5_430, '1 hour 30 minutes 30 seconds'],
  [2_592_000, '30 days'],
])('formatDuration: %i s is %s', (seconds, words) => {
  expect(formatDuration(seconds, en)).toBe(words)
})

test.each([
  [0, '00:00'],
  [1_312, '21:52'],
  [3_725, '1:02:05'],
  [273_845, '3 d 04:04:05'],
])('formatClock: %i s is %s', (seconds, clock) => {
  expect(formatClock(seconds, en)).toBe(clock)
})
