import type { Invoice } from '@per-second/client'
import { addDecimals } from '@per-second/protocol/money'

/** The settled amount of one hour or day that begins at `from`, in unix seconds. */
export type Bar = { from: number; settled: string }

/** Spans of time that the chart can show, the default first. */
export const PERIODS = [
  { name: '24 hours', value: '24h', bars: 24, unit: 'hour' },
  { name: '7 days', value: '7d', bars: 7, unit: 'day' },
  { name: '30 days', value: '30d', bars: 30, unit: 'day' },
] as const

export type Period = (typeof PERIODS)[number]

/** Oldest first. The last bar is of the hour or day that is not over. */
export function earnedBars(invoices: Invoice[], now: number, { bars, unit }: Period): Bar[] {
  const starts = Array.from({ length: bars }, (_, index) => startOf(now, unit, bars - 1 - index))
  const sums = starts.map(() => '0')
  for (const { status, period_end: end, gross } of invoices) {
    const index = starts.findLastIndex(from => from <= end)
    if (status === 'paid' && index >= 0) sums[index] = addDecimals(sums[index] ?? '0', gross)
  }
  return starts.map((from, index) => ({ from, settled: sums[index] ?? '0' }))
}

/** The least of 1, 2 or 5 times a power of ten that is no less than the highest bar. */
export function roundTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest))
  return Number((([1, 2, 5].find(factor => factor * power >= highest) ?? 10) * power).toPrecision(12))
}

/** The start of an hour or day that was `back` of them ago, by the local calendar. */
function startOf(now: number, unit: Period['unit'], back: number): number {
  const instant = new Date(now * 1000)
  instant.setMinutes(0, 0, 0)
  if (unit === 'hour') instant.setHours(instant.getHours() - back)
  else {
    instant.setHours(0)
    instant.setDate(instant.getDate() - back)
  }
  return instant.getTime() / 1000
}
