import { expect, test } from 'vitest'
import { readablePrice } from './price.ts'

test.each([
  ['0.000692', 'hour', '$2.49'],
  ['0.005536', 'hour', '$19.93'],
  ['0.00025', 'minute', '$0.015'],
  ['0.0000085', 'hour', '$0.031'],
  ['0.0000085', 'minute', '$0.00051'],
  ['277', 'hour', '$997,200.00'],
  ['0', 'hour', '$0.00'],
] as const)('%s per second is about %s %s', (rate, unit, price) => {
  expect(readablePrice(rate, unit)).toBe(price)
})
