import { expect, test } from 'vitest'
import { checkHistories } from './histories.fixture.ts'

test('property: in 20,000 histories the books of a meter are those of its log (docs/money.md, rules 30 and 38)', () => {
  expect(checkHistories({ numRuns: 20_000, seed: 11 })).toBeGreaterThan(10_000)
})
