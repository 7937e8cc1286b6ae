import { expect, test } from 'vitest'
import { chartPaths, sparkPath } from './chart-paths.ts'

test('accrued stands on settled, between round lines', () => {
  const samples = [
    { at: 0, accrued_usd: '0.001', settled_usd: '0' },
    { at: 1000, accrued_usd: '0.001', settled_usd: '0.001' },
  ]
  expect(chartPaths(samples)).toEqual({
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
  expect(chartPaths(samples)?.ticks).toEqual(ticks)
})

test.each([
  ['no look', []],
  ['a single look', [{ at: 0, accrued_usd: '1', settled_usd: '0' }]],
  [
    'nothing earned',
    [
      { at: 0, accrued_usd: '0', settled_usd: '0' },
      { at: 1, accrued_usd: '0', settled_usd: '0' },
    ],
  ],
])('%s is no chart', (_, samples) => {
  expect(chartPaths(samples)).toBe(null)
})

test('a spark line fills its box, and a flat one lies at its foot', () => {
  expect(sparkPath([1, 2, 3], 96, 24)).toBe('M0.0 23.0L48.0 12.0L96.0 1.0')
  expect(sparkPath([2, 2], 96, 24)).toBe('M0.0 23.0L96.0 23.0')
  expect(sparkPath([2], 96, 24)).toBe(null)
})
