import fc from 'fast-check'
import { beforeEach, test } from 'vitest'
import { fallsAtLast, forgeries, forgesAt, moments, stopsForged } from './forged-checkout.ts'

beforeEach(() => document.body.replaceChildren())

test('behaviour: a script in another tab that rewrites the record while the wallet is open gains no signature', () =>
  forgesAt('while the wallet is open, which fails', 'everything'))

// docs/money.md, rule 55
test('property: with any change of the record, at any time, only the terms on screen are signed', () =>
  fc.assert(fc.asyncProperty(moments, forgeries, forgesAt), { numRuns: 12 }))

// docs/money.md, rule 53
test('property: no record that a script wrote stands longer than its deadline', () =>
  fc.assert(fc.asyncProperty(forgeries, fallsAtLast), { numRuns: 6 }))

// docs/money.md, rules 53 and 79
test.each(['that the thief’s escrow knows it', 'escrow, with its digest'])(
  'behaviour: a script that writes %s has the wallet call nothing',
  stopsForged,
)

test.each([
  'payer, with its digest',
  'token, with its digest',
  'that the thief’s escrow knows it',
  'that another chain knows it',
  'chain, with its digest',
  'that it is known',
])('behaviour: a record with another %s falls by its deadline', fallsAtLast)
