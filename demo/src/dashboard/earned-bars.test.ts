import type { Invoice } from '@per-second/client'
import { expect, test } from 'vitest'
import { earnedBars, PERIODS, roundTop } from './earned-bars.ts'

const NOW = new Date(2026, 10, 26, 15, 20).getTime() / 1000
const invoice = (secondsAgo: number, gross: string, status = 'paid') =>
  ({ period_end: NOW - secondsAgo, gross, status }) as Invoice

test('settled amounts stand in their hour, exactly, and refused and older ones are left out', () => {
  const invoices = [
    invoice(60, '0.1'),
    invoice(61, '0.2'),
    invoice(3_600, '1'),
    invoice(90_000, '5'),
    invoice(9, '7', 'failed'),
  ]
  const bars = earnedBars(invoices, NOW, PERIODS[0])
  expect(bars).toHaveLength(24)
  expect(bars.slice(-2).map(({ settled }) => settled)).toEqual(['1', '0.3'])
  expect(bars.slice(0, -2).every(({ settled }) => settled === '0')).toBe(true)
  expect(new Date((bars[23]?.from ?? 0) * 1000).getMinutes()).toBe(0)
})

test('days begin at midnight, and today is the last', () => {
  const bars = earnedBars([invoice(86_400, '2'), invoice(0, '3')], NOW, PERIODS[1])
  expect(bars.map(({ settled }) => settled)).toEqual(['0', '0', '0', '0', '0', '2', '3'])
  expect(bars.map(({ from }) => new Date(from * 1000).getHours())).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test.each([
  [7.3, 10],
  [1, 1],
  [1.1, 2],
  [0.00003, 0.00005],
])('a chart up to %d ends at %d', (highest, top) => {
  expect(roundTop(highest)).toBe(top)
})
