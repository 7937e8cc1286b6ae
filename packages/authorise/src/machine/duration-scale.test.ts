import { expect, test } from 'vitest'
import {
  roundFigure,
  SCALE_STEPS,
  scaleFromSeconds,
  secondsFromMove,
  secondsFromScale,
} from './duration-scale.ts'

test('the ends are the shortest and the longest duration', () => {
  expect([secondsFromScale(0), secondsFromScale(SCALE_STEPS)]).toEqual([60, 2_592_000])
  expect([scaleFromSeconds(60), scaleFromSeconds(2_592_000)]).toEqual([0, SCALE_STEPS])
})

test('durations out of range map to the nearest end', () => {
  expect([scaleFromSeconds(-5), scaleFromSeconds(0), scaleFromSeconds(9e9)]).toEqual([0, 0, SCALE_STEPS])
})

test('every position is an allowed length, and none is shorter than the one before', () => {
  const lengths = Array.from({ length: SCALE_STEPS + 1 }, (_, position) => secondsFromScale(position))
  for (const [index, seconds] of lengths.entries()) {
    expect(Number.isInteger(seconds) && seconds >= 60 && seconds <= 2_592_000).toBe(true)
    expect(seconds).toBeGreaterThanOrEqual(lengths[index - 1] ?? 0)
  }
})

test('one step leads to the next named length, from one end to the other and back, and leaves none out', () => {
  const lengths = [
    ...new Set(Array.from({ length: SCALE_STEPS + 1 }, (_, position) => secondsFromScale(position))),
  ]
  const walk = (from: number, step: 1 | -1) => {
    const passed = [from]
    for (let here = from; passed.length < lengths.length; passed.push(here))
      here = secondsFromMove(here, scaleFromSeconds(here) + step)
    return passed
  }
  expect(walk(60, 1)).toEqual(lengths)
  expect(walk(2_592_000, -1)).toEqual(lengths.toReversed())
})

test('from an unnamed length, one step leads to the next named one in its direction', () => {
  const at = scaleFromSeconds(3_540)
  expect([secondsFromMove(3_540, at + 1), secondsFromMove(3_540, at - 1)]).toEqual([3_600, 3_300])
  expect([secondsFromMove(30, 1), secondsFromMove(9e9, SCALE_STEPS - 1)]).toEqual([60, 2_592_000])
})

test('a longer move, and one from no length, leads to the length at its end', () => {
  expect([secondsFromMove(3_600, 500), secondsFromMove(null, 1)]).toEqual([secondsFromScale(500), 60])
})

test('the slider begins at the exact shortest length', () => {
  expect([secondsFromScale(0, 11_765), scaleFromSeconds(11_765, 11_765)]).toEqual([11_765, 0])
  expect(secondsFromScale(1, 11_765)).toBeGreaterThan(11_765)
  expect([60, 61, 11_765, 2_592_000].map(roundFigure)).toEqual([60, 120, 14_400, 2_592_000])
})
