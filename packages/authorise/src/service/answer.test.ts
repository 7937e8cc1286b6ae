import { expect, test } from 'vitest'
import { parseBillingCap, parseBillingClock } from './answer.ts'

test.each([
  ['1790000000', { now: 1_790_000_000, frozen: false }],
  ['1790000000;frozen', { now: 1_790_000_000, frozen: true }],
  ['1790000000; frozen', { now: 1_790_000_000, frozen: true }],
  [null, null],
  ['', null],
  ['soon', null],
  ['-1', null],
  ['1;thawed', null],
])('parseBillingClock: %j', (header, clock) => {
  expect(parseBillingClock(header)).toEqual(clock)
})

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
