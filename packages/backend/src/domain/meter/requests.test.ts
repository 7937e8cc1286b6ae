import { describe, expect, it, test } from 'vitest'
import type { Subscription } from '../entities.ts'
import { aBooks, aJob, contextAt, HOUR, MAX_SECONDS, START, take } from './books.fixture.ts'
import type { Actor, MeterRequest } from './books.ts'
import { authorisationEndsAt, elapsedSeconds } from './clock.ts'
import { schedule } from './schedule.ts'

const NOW = START + HOUR + 500
const waiting: Partial<Subscription> = {
  status: 'pending_start',
  startedAt: null,
  dueAt: START + 7 * 24 * HOUR,
}
const paused: Partial<Subscription> = { status: 'paused', pausedAt: START + 1_000, pausedBy: 'merchant' }
const owing: Partial<Subscription> = { status: 'past_due', resumesAs: 'running' }
const over: Partial<Subscription> = { status: 'ended', endedAt: START + 1_000, ownEndedAt: START + 1_000 }
const requestOf = (type: MeterRequest['type'], by: Actor): MeterRequest =>
  type === 'started' ? { type } : { type, by }

test.each<[MeterRequest['type'], Actor, string, Partial<Subscription>, Partial<Subscription>, string[]]>([
  [
    'started',
    'merchant',
    'waits',
    waiting,
    { status: 'running', startedAt: NOW, dueAt: NOW + HOUR },
    ['started'],
  ],
  ['paused', 'merchant', 'runs', {}, { status: 'paused', pausedAt: NOW, pausedBy: 'merchant' }, ['paused']],
  [
    'paused',
    'subscriber',
    'runs',
    {},
    { status: 'paused', pausedAt: NOW, pausedBy: 'subscriber' },
    ['paused'],
  ],
  [
    ...(['paused', 'merchant', 'is past due and runs', owing] as const),
    { status: 'past_due', resumesAs: 'paused', pausedAt: NOW, pausedBy: 'merchant' },
    ['paused'],
  ],
  [
    ...(['resumed', 'merchant', 'is paused', paused] as const),
    { status: 'running', pausedAt: null, pausedBy: null, pausedMillis: NOW - START - 1_000 },
    ['resumed'],
  ],
  [
    ...(['resumed', 'subscriber', 'it has paused', { ...paused, pausedBy: 'subscriber' }] as const),
    { status: 'running', pausedAt: null, pausedBy: null, pausedMillis: NOW - START - 1_000 },
    ['resumed'],
  ],
  [
    ...([
      'resumed',
      'merchant',
      'is past due and paused',
      { ...paused, ...owing, resumesAs: 'paused' },
    ] as const),
    {
      status: 'past_due',
      resumesAs: 'running',
      pausedAt: null,
      pausedBy: null,
      pausedMillis: NOW - START - 1_000,
    },
    ['resumed'],
  ],
  [
    ...(['canceled', 'subscriber', 'is paused', paused] as const),
    { status: 'canceled', cancelReason: 'subscriber', endedAt: NOW, ownEndedAt: NOW },
    ['canceled'],
  ],
  [
    ...(['canceled', 'merchant', 'waits', waiting] as const),
    { status: 'canceled', cancelReason: 'merchant', endedAt: NOW, ownEndedAt: NOW, dueAt: null },
    ['canceled'],
  ],
])('%s by a %s changes a meter that %s', (type, by, _, before, expected, events) => {
  const books = aBooks(before)
  const { books: after, types } = take(books, requestOf(type, by), NOW)
  const changed = { ...books.subscription, ...expected }
  const { dueAt, nextSettlementAt } = schedule(changed, contextAt(NOW))
  expect(after.subscription).toEqual({ ...changed, dueAt, nextSettlementAt })
  expect(types).toEqual(events.map(name => `subscription.${name}`))
})

// docs/money.md, rule 26
test.each<[MeterRequest['type'], Actor, string, Partial<Subscription>, string]>([
  ['started', 'merchant', 'runs', {}, 'sub_1 is running and cannot be started.'],
  [
    'started',
    'merchant',
    'waited too long',
    { ...waiting, dueAt: NOW },
    'sub_1 is canceled and cannot be started.',
  ],
  ['paused', 'merchant', 'is paused', paused, 'sub_1 is paused and cannot be paused.'],
  ['paused', 'subscriber', 'is over', over, 'sub_1 is ended and cannot be paused.'],
  ['paused', 'subscriber', 'waits', waiting, 'sub_1 is pending_start and cannot be paused.'],
  ['resumed', 'merchant', 'runs', {}, 'sub_1 is running and cannot be resumed.'],
  [
    ...(['resumed', 'merchant', 'its subscriber paused', { ...paused, pausedBy: 'subscriber' }] as const),
    'The subscriber paused sub_1; only the subscriber can resume it.',
  ],
  [
    ...(['started', 'merchant', 'its subscriber paused', { ...paused, pausedBy: 'subscriber' }] as const),
    'sub_1 is paused and cannot be started.',
  ],
  [
    ...(['paused', 'merchant', 'its subscriber paused', { ...paused, pausedBy: 'subscriber' }] as const),
    'sub_1 is paused and cannot be paused.',
  ],
  ['canceled', 'merchant', 'is over', over, 'sub_1 is ended and cannot be cancelled.'],
  [
    'canceled',
    'subscriber',
    'is incomplete',
    { status: 'incomplete' },
    'sub_1 is incomplete and cannot be cancelled.',
  ],
])('%s by a %s is refused for a meter that %s', (type, by, _, before, message) => {
  const refused = expect.objectContaining({ code: 'subscription_invalid_state', message })
  expect(() => take(aBooks(before), requestOf(type, by), NOW)).toThrow(refused)
})

test.each<['paused' | 'resumed' | 'canceled', Partial<Subscription>]>([
  ['paused', paused],
  ['resumed', {}],
  ['canceled', over],
])('%s again by the subscriber changes nothing', (type, before) => {
  const books = aBooks(before)
  expect(take(books, { type, by: 'subscriber' }, NOW)).toEqual({ books, announced: [], types: [] })
})

it('refuses a pause where the product allows none', () => {
  const books = aBooks({ allowPause: false })
  const refused = expect.objectContaining({ code: 'pause_not_allowed' })
  expect(() => take(books, { type: 'paused', by: 'subscriber' }, NOW)).toThrow(refused)
})

it('refuses a request to a meter whose end has come, and leaves the end to `due`', () => {
  const late = START + (MAX_SECONDS + 1) * 1_000
  expect(() => take(aBooks(), { type: 'canceled', by: 'merchant' }, late)).toThrow('sub_1 is ended')
})

describe('a cancel', () => {
  it('requests a closing for every counted second, and drops a settlement that was not sent', () => {
    const { books } = take(aBooks(), { type: 'due' }, NOW)
    const { books: after } = take(books, { type: 'canceled', by: 'merchant' }, NOW)
    expect(
      after.jobs.map(({ kind, status, toSecond, periodEnd }) => [kind, status, toSecond, periodEnd]),
    ).toEqual([
      ['settle', 'done', 3_600, START + HOUR],
      ['close', 'pending', 3_600, NOW],
    ])
  })

  it('leaves a settlement that was sent and an opening that is sent again to be done', () => {
    const books = aBooks()
    const sent = aJob(books, { id: 'job_1', toSecond: 3_600, transactionId: 'txn_1' })
    const opening = aJob(books, { id: 'job_2', kind: 'open' })
    const before = { ...books, jobs: [sent, opening] }
    const { books: after } = take(before, { type: 'canceled', by: 'merchant' }, NOW)
    expect(after.jobs).toEqual([sent, opening, expect.objectContaining({ kind: 'close' })])
  })

  it('by the subscriber ends a meter whose authorisation is over as the service would', () => {
    const end = authorisationEndsAt(aBooks().subscription)
    const { books: after, types } = take(aBooks(paused), { type: 'canceled', by: 'subscriber' }, end)
    expect([after.subscription.cancelReason, after.subscription.endedAt]).toEqual([
      'authorisation_expired',
      end,
    ])
    expect(types).toEqual(['subscription.canceled'])
  })
})

it('counts a request no earlier than its meter was started or paused (docs/money.md, rule 12)', () => {
  const { books: stopped } = take(aBooks(), { type: 'paused', by: 'merchant' }, START - 5_000)
  expect(stopped.subscription.pausedAt).toBe(START)
  const { books: going } = take(stopped, { type: 'resumed', by: 'merchant' }, START - 1)
  expect([going.subscription.pausedAt, going.subscription.pausedMillis]).toEqual([null, 0])
  const { books: done } = take(going, { type: 'canceled', by: 'merchant' }, START + 70_000)
  expect(elapsedSeconds(done.subscription, START + 100_000)).toBe(70)
})
