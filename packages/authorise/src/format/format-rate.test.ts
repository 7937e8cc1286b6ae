import { expect, test } from 'vitest'
import { decimalsOfRate, humanRate } from './format-rate.ts'

test.each([
  ['0.000277', { unit: 'hour', amount: '$1.00', exact: false }],
  ['0.01', { unit: 'hour', amount: '$36.00', exact: true }],
  ['12345.678901', { unit: 'hour', amount: '$44,444,444.04', exact: false }],
  ['0.00013889', { unit: 'hour', amount: '$0.50', exact: false }],
  ['0.00013888', { unit: 'month', amount: '$359.98', exact: false }],
  ['0.000000005', { unit: 'month', amount: '$0.013', exact: false }],
  ['0.00001', { unit: 'month', amount: '$25.92', exact: true }],
  ['0.000000000000000277', { unit: 'month', amount: '$0.00000000072', exact: false }],
  ['0.9999999', { unit: 'hour', amount: '$3,600.00', exact: false }],
])('humanRate: %s per second', (rate, expected) => {
  expect(humanRate(rate, 'en')).toEqual(expected)
})

test('humanRate: null for a free product', () => {
  expect(humanRate('0', 'en')).toBeNull()
})

test.each([
  ['1', 2],
  ['0.000277', 6],
  ['0.0000000001', 6],
  ['0.001', 3],
])('decimalsOfRate: %s needs %i', (rate, decimals) => {
  expect(decimalsOfRate(rate)).toBe(decimals)
})
