import type { Subscription } from '@per-second/client'
import { expect, test } from 'vitest'
import { sumFigures } from './figures.ts'
import { createHistory } from './history.ts'

function meter(id: string, fields: Partial<Subscription>): Subscription {
  return {
    id,
    status: 'running',
    accrued_usd: '0',
    settled_usd: '0',
    refunded_usd: '0',
    ...fields,
  } as Subscription
}

const METERS = [
  meter('sub_1', { accrued_usd: '0.1', settled_usd: '0.000001' }),
  meter('sub_2', { accrued_usd: '0.2', status: 'paused' }),
  meter('sub_3', { status: 'canceled', settled_usd: '9007199254740993', refunded_usd: '0.3' }),
]

test('figures are exact sums, and only running meters run', () => {
  expect(sumFigures(METERS)).toEqual({
    accrued_usd: '0.3',
    settled_usd: '9007199254740993.000001',
    refunded_usd: '0.3',
    running_meters: 1,
  })
})

test('a look is remembered with what each meter has cost', () => {
  const history = createHistory()
  history.record(1000, METERS.slice(0, 2))
  expect(history.samples()).toEqual([
    { at: 1000, accrued_usd: '0.3', settled_usd: '0.000001', meters: { sub_1: '0.100001', sub_2: '0.2' } },
  ])
})

test('a full history thins out over its whole length, and asks for looks half as often', () => {
  const history = createHistory(4)
  const seen: [number[], number][] = []
  for (let at = 0; at <= 8_000; at += history.spacingMs()) {
    history.record(at, [])
    seen.push([history.samples().map(sample => sample.at), history.spacingMs()])
  }
  expect(seen).toEqual([
    [[0], 1000],
    [[0, 1000], 1000],
    [[0, 1000, 2000], 1000],
    [[0, 1000, 2000, 3000], 1000],
    [[0, 2000, 4000], 2000],
    [[0, 2000, 4000, 6000], 2000],
    [[0, 4000, 8000], 4000],
  ])
})
