import type { Address } from '@per-second/protocol/types'
import { expect, test } from 'vitest'
import { operatorOf } from './operator-of.ts'

const OPERATORS = ['aa', 'bb', 'cc', 'dd'].map((byte): Address => `0x${byte.repeat(20)}`)
const MERCHANTS = Array.from({ length: 1_000 }, (_, index) => `merch_${index}`)

// docs/money.md, rule 77
test('every process says the same operator, in whatever order and case it was given them, and each has its share', () => {
  const [first, second, third] = OPERATORS as [Address, Address, Address]
  const shuffled = [third.toUpperCase().replace('X', 'x') as Address, first, second]
  const said = MERCHANTS.map(id => operatorOf(id, [first, second, third]) as Address)
  expect(MERCHANTS.map(id => operatorOf(id, shuffled)?.toLowerCase())).toEqual(said)
  const shares = [...Map.groupBy(said, operator => operator).values()].map(({ length }) => length)
  expect(shares).toHaveLength(3)
  expect(Math.min(...shares)).toBeGreaterThan(250)
})

test('one more takes its share from each of the others, and moves no merchant between them', () => {
  const before = MERCHANTS.map(id => operatorOf(id, OPERATORS.slice(0, 3)))
  const after = MERCHANTS.map(id => operatorOf(id, OPERATORS))
  const moved = after.filter((operator, place) => operator !== before[place])
  expect(new Set(moved)).toEqual(new Set([OPERATORS[3]]))
  expect(moved.length).toBeGreaterThan(150)
  expect(moved.length).toBeLessThan(350)
})

test('without operators there is none', () => {
  expect(operatorOf('merch_1', [])).toBeNull()
})
