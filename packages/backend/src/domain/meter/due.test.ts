import { describe, expect, it } from 'vitest'
import { localPolicy } from '../billing-policy.fixture.ts'
import { aBooks, aJob, contextAt, HOUR, MAX_SECONDS, START, take } from './books.fixture.ts'
import { authorisationEndsAt } from './clock.ts'
import { due } from './due.ts'

const jobsOf = ({ jobs }: Pick<ReturnType<typeof aBooks>, 'jobs'>) =>
  jobs.map(({ kind, status, toSecond, periodEnd }) => [kind, status, toSecond, periodEnd])

describe('due', () => {
  it('requests a settlement up to the last whole interval, and sets the next instant', () => {
    const { books, types } = take(aBooks(), { type: 'due' }, START + 2 * HOUR + 10)
    expect(jobsOf(books)).toEqual([['settle', 'pending', 7_200, START + 2 * HOUR]])
    expect([books.subscription.dueAt, books.subscription.nextSettlementAt]).toEqual(
      Array(2).fill(START + 3 * HOUR),
    )
    expect(types).toEqual([])
  })

  it('requests nothing while a job is pending: that job is retried instead', () => {
    const books = aBooks()
    const job = aJob(books, { toSecond: 3_600 })
    const { books: after } = take({ ...books, jobs: [job] }, { type: 'due' }, START + 2 * HOUR)
    expect(after.jobs).toEqual([job])
    expect(after.subscription.dueAt).toBe(START + 3 * HOUR)
  })

  it.each([
    ['less than the policy’s minimum', 997_200_001n, 0],
    ['exactly the minimum', 997_200_000n, 1],
  ])(
    'with a gross of %s requests as many settlements as it may (docs/money.md, rules 22 and 78)',
    (_, minSettlement, count) => {
      const policy = { ...localPolicy, minSettlement }
      expect(due(aBooks(), contextAt(START + HOUR, { policy })).jobs).toHaveLength(count)
    },
  )

  it.each([
    ['no whole interval since the last one', 7_199, []],
    ['one more', 7_200, [['settle', 'pending', 7_200, START + 2 * HOUR]]],
  ])('requests what is not settled: %s', (_, seconds, jobs) => {
    const books = aBooks({ billedSeconds: 3_600, settledGross: 997_200_000n })
    expect(jobsOf(due(books, contextAt(START + seconds * 1_000)))).toEqual(jobs)
  })

  it('requests no settlement of nothing, for a rate below a base unit an interval', () => {
    const books = aBooks()
    const free = aBooks({ terms: { ...books.subscription.terms, ratePerSecond: 1n } })
    expect(due(free, contextAt(START + HOUR)).jobs).toEqual([])
  })

  it.each([
    ['an hour, of ten hours and more', MAX_SECONDS, 3_600],
    ['a tenth, of two hours', 7_200, 720],
    ['a minute, of ten minutes and less', 300, 60],
    ['everything, of a minute', 60, 60],
  ])('announces once that a meter ends soon when the remainder is %s', (_, maxDurationSeconds, left) => {
    const near = START + (maxDurationSeconds - left) * 1_000
    const books = aBooks({ maxDurationSeconds })
    const early = take(books, { type: 'due' }, near - 1)
    expect([early.types, early.books.subscription.dueAt]).toEqual([[], near])
    const ending = take(books, { type: 'due' }, near)
    expect(ending.types).toEqual(['subscription.ending'])
    const paused = take(ending.books, { type: 'paused', by: 'merchant' }, near).books
    const resumed = take(paused, { type: 'resumed', by: 'merchant' }, near + HOUR).books
    expect(take(resumed, { type: 'due' }, near + HOUR).types).toEqual([])
    expect(resumed.subscription.dueAt).toBeLessThanOrEqual(near + HOUR + left * 1_000)
  })

  it('says nothing of the end of a meter that stands, until it runs again', () => {
    const paused = { status: 'paused', pausedAt: START + HOUR, pausedBy: 'subscriber' } as const
    const late = START + 100 * HOUR
    expect(take(aBooks(paused), { type: 'due' }, late).types).toEqual([])
  })

  it('ends a meter at its maximum, however late it is noticed', () => {
    const end = START + MAX_SECONDS * 1_000
    const { books, types } = take(aBooks(), { type: 'due' }, end + 5 * HOUR)
    expect(books.subscription).toMatchObject({ status: 'ended', endedAt: end, ownEndedAt: end, dueAt: null })
    expect(jobsOf(books)).toEqual([['close', 'pending', MAX_SECONDS, end]])
    expect(types).toEqual(['subscription.ended'])
  })

  it.each([
    ['paused', { status: 'paused' }],
    ['past due and paused', { status: 'past_due', resumesAs: 'paused' }],
  ] as const)('lets a meter that is %s wait for the end of its authorisation', (_, fields) => {
    const books = aBooks({ ...fields, pausedAt: START + HOUR, pausedBy: 'subscriber' })
    const { subscription } = due(books, contextAt(START + 2 * HOUR))
    expect([subscription.dueAt, subscription.nextSettlementAt]).toEqual([
      authorisationEndsAt(subscription),
      null,
    ])
  })

  it('ends a meter that its merchant did not start in seven days (docs/money.md, rule 18)', () => {
    const end = START + 7 * 24 * HOUR
    const waiting = { status: 'pending_start', startedAt: null, dueAt: end } as const
    const { books, types } = take(aBooks(waiting), { type: 'due' }, end)
    expect(books.subscription).toMatchObject({
      status: 'canceled',
      cancelReason: 'start_timeout',
      endedAt: end,
    })
    expect(jobsOf(books)).toEqual([['close', 'pending', 0, end]])
    expect(types).toEqual(['subscription.canceled'])
  })

  it.each([
    ['paused', 'authorisation_expired'],
    ['past_due', 'settlement_failed'],
  ] as const)(
    'ends a %s meter a day before its authorisation does: %s (docs/money.md, rule 18)',
    (status, reason) => {
      const books = aBooks({
        status,
        resumesAs: status === 'paused' ? null : 'paused',
        pausedAt: START + HOUR,
      })
      const end = authorisationEndsAt(books.subscription)
      const { books: after } = take(books, { type: 'due' }, end)
      expect(after.subscription).toMatchObject({ status: 'canceled', cancelReason: reason, endedAt: end })
      expect(jobsOf(after)).toEqual([['close', 'pending', 3_600, end]])
    },
  )
})
