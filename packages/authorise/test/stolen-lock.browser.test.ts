import fc from 'fast-check'
import { beforeEach, test } from 'vitest'
import { forgeries, forgesAt, moments } from './forged-checkout.ts'

beforeEach(() => document.body.replaceChildren())

test('behaviour: a script in another tab that rewrites the record while the wallet is open gains no signature', () =>
  forgesAt('while the wallet is open, which fails', 'everything'))

// docs/money.md, rule 55
test('property: whatever is changed in the record, and when, nothing is signed but what is on screen', () =>
  fc.assert(fc.asyncProperty(moments, forgeries, forgesAt), { numRuns: 12 }))
