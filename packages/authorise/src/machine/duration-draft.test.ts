import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DurationDraft, draftFromSeconds, editDuration, isDurationAllowed } from './duration-draft.ts'

const HOUR = draftFromSeconds(3_600)

test.each<[number, DurationDraft]>([
  [60, { amount: '1', unit: 'minutes', seconds: 60 }],
  [61, { amount: '61', unit: 'seconds', seconds: 61 }],
  [3_600, { amount: '1', unit: 'hours', seconds: 3_600 }],
  [5_400, { amount: '90', unit: 'minutes', seconds: 5_400 }],
  [2_592_000, { amount: '30', unit: 'days', seconds: 2_592_000 }],
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
  ['1,500', null],
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
  expect(editDuration(HOUR, { amount })).toEqual({ amount, unit: 'hours', seconds })
})

test('editDuration: another unit keeps the length', () => {
  expect(editDuration(HOUR, { unit: 'minutes' })).toEqual({ amount: '60', unit: 'minutes', seconds: 3_600 })
  expect(editDuration(draftFromSeconds(5_400), { unit: 'hours' })).toEqual({
    amount: '1.5',
    unit: 'hours',
    seconds: 5_400,
  })
})

test('editDuration: a length survives every unit, and being typed again in it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 2_592_000 }), seconds => {
      for (const unit of ['seconds', 'minutes', 'hours', 'days'] as const) {
        const draft = editDuration(draftFromSeconds(seconds), { unit })
        expect(draft.seconds).toBe(seconds)
        expect(editDuration(draft, { amount: draft.amount }).seconds).toBe(seconds)
      }
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
