import { expect, test } from 'vitest'
import { checkHistories } from './histories.fixture.ts'

test('property: after any history, a meter’s books are those of its log, on both paths (docs/money.md, rules 30 and 38)', () => {
  expect(checkHistories({ numRuns: 2_000, seed: 7 })).toBeGreaterThan(1_000)
})
