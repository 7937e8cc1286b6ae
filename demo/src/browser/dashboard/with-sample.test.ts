import { expect, test } from 'vitest'
import { withSample } from './with-sample.ts'

const at = (instant: number) => ({ at: instant, accrued_usd: '0', settled_usd: '0', meters: {} })
const instants = (...all: number[]) => all.map(at)

test.each([
  ['the first ones stay', [], 0, [0]],
  ['the second too', [0], 100, [0, 100]],
  ['one that came too soon gives way', [0, 100], 1900, [0, 1900]],
  ['one that is far enough stays', [0, 2000], 2100, [0, 2000, 2100]],
])('%s', (_, before, next, after) => {
  expect(withSample(instants(...before), at(next), 2000)).toEqual(instants(...after))
})
