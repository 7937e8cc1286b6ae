import { expect, test } from 'vitest'
import { SCALE_STEPS, scaleFromSeconds, secondsFromScale } from './duration-scale.ts'

test('the ends are the shortest and the longest duration', () => {
  expect([secondsFromScale(0), secondsFromScale(SCALE_STEPS)]).toEqual([60, 2_592_000])
  expect([scaleFromSeconds(60), scaleFromSeconds(2_592_000)]).toEqual([0, SCALE_STEPS])
})

test('durations out of range stand at the nearest end', () => {
  expect([scaleFromSeconds(-5), scaleFromSeconds(0), scaleFromSeconds(9e9)]).toEqual([0, 0, SCALE_STEPS])
})

test('every position is an allowed length, and none is shorter than the one before', () => {
  const lengths = Array.from({ length: SCALE_STEPS + 1 }, (_, position) => secondsFromScale(position))
  for (const [index, seconds] of lengths.entries()) {
    expect(Number.isInteger(seconds) && seconds >= 60 && seconds <= 2_592_000).toBe(true)
    expect(seconds).toBeGreaterThanOrEqual(lengths[index - 1] ?? 0)
  }
})
