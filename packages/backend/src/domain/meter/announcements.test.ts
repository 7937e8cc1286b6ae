import { expect, it } from 'vitest'
import { announcements } from './announcements.ts'
import { aBooks, anAcceptedBooks, HOUR, START, take } from './books.fixture.ts'

const NOW = START + 2 * HOUR

it('announces a draft that was accepted, and one that is accepted again after its opening failed', () => {
  const books = anAcceptedBooks()
  const prepared = [{ of: 'subscription', type: 'subscription.prepared', row: books.subscription }]
  expect(announcements(null, books)).toEqual(prepared)
  expect(announcements(anAcceptedBooks({ status: 'incomplete_expired' }), books)).toEqual(prepared)
})

it('announces nothing between two equal states', () => {
  for (const books of [aBooks(), anAcceptedBooks()]) expect(announcements(books, { ...books })).toEqual([])
})

it.each([
  [
    'a pause that a backup does not know',
    {},
    { status: 'paused', startedAt: START },
    ['subscription.paused'],
  ],
  [
    ...([
      'a start that it does not know',
      { status: 'pending_start', startedAt: null, loggedSeconds: 60 },
    ] as const),
    ...([
      { status: 'paused', startedAt: NOW - 60_000 },
      ['subscription.started', 'subscription.paused'],
    ] as const),
  ],
  [
    'a pause that the maximum has lifted',
    { status: 'paused', pausedAt: START + HOUR, pausedBy: 'merchant', loggedSeconds: 36_000 },
    { status: 'running', startedAt: NOW - 36_000_000, pausedAt: null, pausedBy: null },
    ['subscription.resumed'],
  ],
] as const)('a restored meter announces %s (docs/money.md, rule 68)', (_, before, expected, types) => {
  const restored = take(aBooks(before), { type: 'restored', asOf: START + HOUR }, NOW)
  expect(restored.books.subscription).toMatchObject(expected)
  expect(restored.types).toEqual(types)
  expect(restored.announced.every(({ row }) => row === restored.books.subscription)).toBe(true)
})
