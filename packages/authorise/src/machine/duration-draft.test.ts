import type { DurationUnit } from '@per-second/protocol/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DurationDraft,
  draftFromSeconds,
  editDuration,
  isDurationAllowed,
  proposedLengths,
} from './duration-draft.ts'

const UNITS = ['seconds', 'minutes', 'hours', 'days'] as const
const HOUR = draftFromSeconds(3_600)

test.each<[number, DurationDraft]>([
  [60, { amount: '1', unit: 'minutes', seconds: 60, least: 60 }],
  [61, { amount: '61', unit: 'seconds', seconds: 61, least: 60 }],
  [3_600, { amount: '1', unit: 'hours', seconds: 3_600, least: 60 }],
  [5_400, { amount: '90', unit: 'minutes', seconds: 5_400, least: 60 }],
  [2_592_000, { amount: '30', unit: 'days', seconds: 2_592_000, least: 60 }],
])('draftFromSeconds: %i', (seconds, draft) => {
  expect(draftFromSeconds(seconds)).toEqual(draft)
})

test.each<[string, number | null]>([
  ['2', 7_200],
  ['1.5', 5_400],
  ['0', 0],
  ['1,5', 5_400],
  ['0,125', 450],
  ['.5', 1_800],
  ['１．５', 5_400],
  ['١٫٥', 5_400],
  ['۲', 7_200],
  ['1,500', null],
  ['1.500', null],
  ['1.25', 4_500],
  ['1.5.5', null],
  ['1.000,5', null],
  ['-1', null],
  ['1e2', null],
  ['0x10', null],
  ['', null],
  [' ', null],
  ['abc', null],
  ['Infinity', null],
])('editDuration: %j hours typed', (amount, seconds) => {
  expect(editDuration(HOUR, { amount })).toEqual({ amount, unit: 'hours', seconds, least: 60 })
})

test.each<[string, DurationUnit, Partial<DurationDraft>]>([
  ['5', 'days', { amount: '5', seconds: 432_000 }],
  ['0,5', 'days', { amount: '0,5', seconds: 43_200 }],
  ['31', 'days', { amount: '30', seconds: 2_592_000, clampedTo: 'longest' }],
  ['721', 'hours', { amount: '720', seconds: 2_592_000, clampedTo: 'longest' }],
  ['1', 'seconds', { amount: '60', seconds: 60, clampedTo: 'shortest' }],
  ['0.4', 'minutes', { amount: '1', seconds: 60, clampedTo: 'shortest' }],
  ['abc', 'days', { amount: 'abc', seconds: null }],
])('editDuration: %s with another unit, %s', (amount, unit, expected) => {
  expect(editDuration(editDuration(HOUR, { amount }), { unit })).toEqual({ unit, least: 60, ...expected })
})

test('editDuration: a shortest length of its own is kept, and numbers are brought to it in whole units', () => {
  const draft = draftFromSeconds(7_200, 3_700)
  expect(editDuration(draft, { unit: 'seconds' })).toMatchObject({ amount: '3700', clampedTo: 'shortest' })
  expect(editDuration(editDuration(draft, { amount: '1' }), { unit: 'minutes' })).toMatchObject({
    amount: '62',
  })
  expect(isDurationAllowed(editDuration(draft, { seconds: 3_699 }))).toBe(false)
  expect(isDurationAllowed(editDuration(draft, { amount: '1.1' }))).toBe(true)
})

test('editDuration: no length is written with more digits than were typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 2_592_000 }), fc.constantFrom(...UNITS), (seconds, unit) => {
      const { amount } = editDuration(draftFromSeconds(seconds), { unit })
      expect(amount).toMatch(/^\d+$/)
    }),
    { numRuns: 500, seed: 1 },
  )
})

test.each<[number, boolean]>([
  [59, false],
  [60, true],
  [2_592_000, true],
  [2_592_001, false],
])('isDurationAllowed: %i s is %s', (seconds, allowed) => {
  expect(isDurationAllowed(draftFromSeconds(seconds))).toBe(allowed)
})

test.each<[unknown, number[]]>([
  ['60, 3600 2592000', [60, 3_600, 2_592_000]],
  ['59,2592001,60.5,1h,,-60,300', [300]],
  ['60 61 62 63 64 65', [60, 61, 62, 63, 64]],
  [3_600, [3_600]],
  ['', []],
  [null, []],
  [undefined, []],
])('proposedLengths: of %j', (given, lengths) => {
  expect(proposedLengths(given)).toEqual(lengths)
})
