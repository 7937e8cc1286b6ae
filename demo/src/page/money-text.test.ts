import { expect, test } from 'vitest'
import { sixDecimals } from './money-text.ts'

test.each([
  ['0', '0.000000'],
  ['1.5', '1.500000'],
  ['1234567.1234567', '1,234,567.123456'],
  ['999', '999.000000'],
])('%s reads %s', (amount, text) => {
  expect(sixDecimals(amount)).toBe(text)
})
