import { depositInBaseUnits, rateInTermsUnits } from '@per-second/protocol/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SESSION } from '../../test/fixtures.ts'
import { draftFromSeconds } from './duration-draft.ts'
import { shortfallIn, shortfallOf } from './shortfall.ts'

test('default: balance, shortfall, and the longest affordable duration', () => {
  expect(shortfallOf(500_000n, 997_200n, '0.000277')).toEqual({
    balance: '0.5',
    needed: '0.9972',
    missing: '0.4972',
    // 500,000 ÷ 277 = 1,805.05…
    longestSeconds: 1_805,
  })
})

test.each([
  [997_200n, 997_200n, '0.000277'],
  [997_201n, 997_200n, '0.000277'],
  [0n, 0n, '0'],
])('behaviour: %s of %s is enough', (balance, needed, rate) => {
  expect(shortfallOf(balance, needed, rate)).toBeNull()
})

test('behaviour: nothing affords nothing, and less than a second is no second', () => {
  expect(shortfallOf(0n, 1n, '1')?.longestSeconds).toBe(0)
  expect(shortfallOf(999_999n, 1_000_000n, '1')?.longestSeconds).toBe(0)
})

test('behaviour: the longest duration is covered by the balance, and one second more is not', () => {
  const rate = fc
    .tuple(fc.bigInt(0n, 10n ** 6n), fc.bigInt(1n, 10n ** 18n - 1n))
    .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(18, '0')}`)
  const property = fc.property(
    rate,
    fc.integer({ min: 60, max: 2_592_000 }),
    fc.bigInt(0n, 10n ** 12n),
    (rateUsd, seconds, part) => {
      const units = rateInTermsUnits(rateUsd)
      const needed = depositInBaseUnits(units, seconds)
      const balance = (needed * part) / (10n ** 12n + 1n)
      const longest = shortfallOf(balance, needed, rateUsd)?.longestSeconds ?? -1
      expect(longest).toBeGreaterThanOrEqual(0)
      expect(longest).toBeLessThan(seconds)
      expect(depositInBaseUnits(units, longest) <= balance).toBe(true)
      expect(depositInBaseUnits(units, longest + 1) > balance).toBe(true)
    },
  )
  fc.assert(property, { numRuns: 1_000, seed: 20_260_906 })
})

test.each([
  ['less than the deposit of an hour', 997_199n, 3_600, '0.000001'],
  ['just the deposit', 997_200n, 3_600, undefined],
  ['an unknown balance', null, 3_600, undefined],
  ['a length that cannot be chosen', 0n, 59, undefined],
  ['no length', 0n, null, undefined],
])('shortfallIn: %s', (_, balance, seconds, missing) => {
  const duration = { ...draftFromSeconds(60), seconds }
  expect(shortfallIn({ balance, duration, session: SESSION })?.missing).toBe(missing)
})
