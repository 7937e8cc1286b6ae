import fc from 'fast-check'
import { beforeEach, test } from 'vitest'
import { FORGED, fallsAtLast, forgeries, forgesAt, moments } from './forged-checkout.ts'

beforeEach(() => document.body.replaceChildren())

test('property: whatever is changed in the record, and when, nothing is signed but what is on screen', () =>
  fc.assert(fc.asyncProperty(moments, forgeries, forgesAt), { numRuns: 200 }))

test.each(FORGED)('behaviour: a record with another %s falls by its deadline', fallsAtLast)
