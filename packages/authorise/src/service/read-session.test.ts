import { expect, test } from 'vitest'
import { parseBillingCap } from './read-session.ts'

test.each([
  ['merchant', 'merchant'],
  ['subscriber', 'subscriber'],
  ['Merchant', null],
  ['merchant, subscriber', null],
  ['', null],
  [null, null],
])('parseBillingCap: %j', (header, cap) => {
  expect(parseBillingCap(header)).toBe(cap)
})
