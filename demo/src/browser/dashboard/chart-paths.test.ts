import { expect, test } from 'vitest'
import { chartPaths, sparkPath } from './chart-paths.ts'

test('accrued stands on settled, between round lines', () => {
  const samples = [
    { at: 0, accrued_usd: '0.001', settled_usd: '0' },
    { at: 1000, accrued_usd: '0.001', settled_usd: '0.001' },
  ]
  expect(chartPaths(samples, 1000)).toEqual({
    settledArea: 'M0.0 180.0L1000.0 90.0L1000.0 180.0L0.0 180.0Z',
    accruedArea: 'M0.0 90.0L1000.0 0.0L1000.0 90.0L0.0 180.0Z',
    settledLine: 'M0.0 180.0L1000.0 90.0',
    totalLine: 'M0.0 90.0L1000.0 0.0',
    ticks: [0, 0.001, 0.002],
  })
})

test.each([
  [
    ['0', '0.0005'],
    ['0', '0.0007'],
    [0, 0.0005, 0.001],
  ],
  [
    ['10', '0'],
    ['10', '1.7'],
    [10, 11, 12],
  ],
  [
    ['3', '0'],
    ['3', '0'],
    [2, 4],
  ],
] as const)('from %j to %j the lines are %j', ([settled, accrued], [laterSettled, laterAccrued], ticks) => {
  const samples = [
    { at: 0, accrued_usd: accrued, settled_usd: settled },
    { at: 1, accrued_usd: laterAccrued, settled_usd: laterSettled },
  ]
  expect(chartPaths(samples, 1000)?.ticks).toEqual(ticks)
})

test.each([
  ['no look', []],
  ['a single look', [{ at: 0, accrued_usd: '1', settled_usd: '0' }]],
  [
    'two looks at once',
    [
      { at: 7, accrued_usd: '1', settled_usd: '0' },
      { at: 7, accrued_usd: '1', settled_usd: '0' },
    ],
  ],
  [
    'nothing earned',
    [
      { at: 0, accrued_usd: '0', settled_usd: '0' },
      { at: 1, accrued_usd: '0', settled_usd: '0' },
    ],
  ],
])('%s is no chart', (_, samples) => {
  expect(chartPaths(samples, 1000)).toBe(null)
})

test('where nobody looked nothing is drawn', () => {
  const at = (seconds: number, accrued_usd: string) => ({ at: seconds * 1000, accrued_usd, settled_usd: '0' })
  const samples = [at(0, '0'), at(1, '0'), at(9, '0.002'), at(10, '0.002')]
  expect(chartPaths(samples, 1000)).toEqual({
    settledArea:
      'M0.0 180.0L100.0 180.0L100.0 180.0L0.0 180.0ZM900.0 180.0L1000.0 180.0L1000.0 180.0L900.0 180.0Z',
    accruedArea:
      'M0.0 180.0L100.0 180.0L100.0 180.0L0.0 180.0ZM900.0 0.0L1000.0 0.0L1000.0 180.0L900.0 180.0Z',
    settledLine: 'M0.0 180.0L100.0 180.0M900.0 180.0L1000.0 180.0',
    totalLine: 'M0.0 180.0L100.0 180.0M900.0 0.0L1000.0 0.0',
    ticks: [0, 0.001, 0.002],
  })
})

test.each([
  [1000, 5000, 1],
  [1000, 5001, 2],
  [60_000, 120_000, 1],
  [60_000, 120_001, 2],
])('looks due every %d ms are joined over %d ms into %d lines', (spacing, apart, lines) => {
  const samples = [0, apart].map(at => ({ at, accrued_usd: '1', settled_usd: '0' }))
  expect(chartPaths(samples, spacing)?.totalLine.split('M').length).toBe(lines + 1)
})

test('a spark line fills its box, and a flat one lies at its foot', () => {
  const box = { width: 96, height: 24 }
  const spark = (...points: [at: number, value: number][]) =>
    sparkPath(
      points.map(([at, value]) => ({ at: at * 1000, value })),
      1000,
      box,
    )
  expect(spark([0, 1], [1, 2], [2, 3])).toBe('M0.0 23.0L48.0 12.0L96.0 1.0')
  expect(spark([0, 1], [1, 2], [4, 3])).toBe('M0.0 23.0L24.0 12.0L96.0 1.0')
  expect(spark([0, 1], [2, 1], [14, 3], [16, 3])).toBe('M0.0 23.0L12.0 23.0M84.0 1.0L96.0 1.0')
  expect(spark([0, 2], [1, 2])).toBe('M0.0 23.0L96.0 23.0')
  expect(spark([0, 2])).toBe(null)
})
