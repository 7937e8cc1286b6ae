import { expect, test } from 'vitest'
import { retryDelay, TRY_FOR_MILLIS } from './retry-schedule.ts'

test('default: 10 seconds, tripling to twelve hours', () => {
  const seconds = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, { random: 0.5 }) / 1000)
  expect(seconds).toEqual([10, 30, 90, 270, 810, 2430, 7290, 21_870, 43_200, 43_200, 43_200])
})

test('behaviour: each is up to a fifth shorter or longer', () => {
  expect([
    retryDelay(1, { random: 0 }),
    retryDelay(1, { random: 1 }),
    retryDelay(40, { random: 0 }),
    retryDelay(40, { random: 1 }),
  ]).toEqual([8_000, 12_000, 34_560_000, 51_840_000])
})

test.each([0, 0.5, 0.999])('behaviour: tries go on for about three days (%d)', random => {
  let at = 0
  let tries = 1
  while (at + retryDelay(tries, { random }) <= TRY_FOR_MILLIS) {
    at += retryDelay(tries, { random })
    tries += 1
  }
  expect(at).toBeGreaterThan(TRY_FOR_MILLIS * 0.8)
  expect(tries).toBeGreaterThanOrEqual(11)
  expect(tries).toBeLessThanOrEqual(16)
})

test('a receiver that asks for a longer wait gets it, up to twelve hours', () => {
  const after = (failures: number, requested: number) => retryDelay(failures, { random: 0.5, requested })
  expect([after(1, 120_000), after(5, 120_000), after(1, 10 ** 12), after(1, 0)]).toEqual([
    ...[120_000, 810_000, 12 * 3_600_000, 10_000],
  ])
})
