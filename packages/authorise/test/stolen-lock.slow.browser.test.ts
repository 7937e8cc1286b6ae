import fc from 'fast-check'
import { beforeEach, test } from 'vitest'
import { FORGED, fallsAtLast, forgeries, forgesAt, moments } from './forged-checkout.ts'

beforeEach(() => document.body.replaceChildren())

test('property: with any change of the record, at any time, only the terms on screen are signed', () =>
  fc.assert(fc.asyncProperty(moments, forgeries, forgesAt), { numRuns: 200 }))

test.each(FORGED)('behaviour: a record with another %s falls by its deadline', fallsAtLast)
