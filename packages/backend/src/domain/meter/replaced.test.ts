import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBooks, anEvent, charged, HOUR, MAX_SECONDS, reading, START, take } from './books.fixture.ts'
import type { MeterInput, WholeBooks } from './books.ts'
import { elapsedSeconds } from './clock.ts'

const AT = START + HOUR + 250
const replacement = (at = AT): MeterInput => ({ type: 'replaced', successor: 'sub_2', at })
const stopAt = (at: number) =>
  anEvent({ kind: 'stopped', txHash: '0x570b', timestamp: Math.floor(at / 1_000) })
const statusOf = ({ subscription }: WholeBooks) => {
  const { status, cancelReason, endedAt, replacedBy } = subscription
  return { status, cancelReason, endedAt, replacedBy }
}
const REPLACED = { status: 'canceled', cancelReason: 'replaced', endedAt: AT, replacedBy: 'sub_2' }

describe('a meter whose successor starts to count (docs/money.md, rule 80)', () => {
  it.each([
    ['running', {}, 3_600],
    ['paused', { status: 'paused', pausedAt: START + 60_000, pausedBy: 'subscriber' }, 60],
    ['past due', { status: 'past_due', resumesAs: 'running' }, 3_600],
    ['waiting for its merchant', { status: 'pending_start', startedAt: null }, 0],
  ] as const)(
    'ends in that instant while it is %s, and its closing settles its seconds',
    (_, fields, ran) => {
      const { books, types } = take(aBooks(fields), replacement(), AT - 200)
      expect(statusOf(books)).toEqual(REPLACED)
      expect(types).toEqual(['subscription.canceled'])
      expect(books.jobs.map(({ kind, toSecond, periodEnd }) => [kind, toSecond, periodEnd])).toEqual([
        ['close', ran, AT],
      ])
      // Its successor counts from here on: nothing is added later.
      expect(elapsedSeconds(books.subscription, AT + HOUR)).toBe(ran)
      expect(take(books, replacement(AT + HOUR), AT + HOUR).books).toEqual(books)
    },
  )

  it('stays as it ended where it is over, also where that was not noticed yet', () => {
    const canceled = take(aBooks(), { type: 'canceled', by: 'merchant' }, AT - 5_000).books
    expect(statusOf(take(canceled, replacement(), AT).books)).toEqual({
      ...{ status: 'canceled', cancelReason: 'merchant', endedAt: AT - 5_000, replacedBy: 'sub_2' },
    })
    const late = START + (MAX_SECONDS + 5) * 1_000
    expect(statusOf(take(aBooks(), replacement(late), late).books)).toEqual({
      ...{ status: 'ended', cancelReason: null, endedAt: START + MAX_SECONDS * 1_000, replacedBy: 'sub_2' },
    })
  })

  it('never runs again when the block of its stop is orphaned, before or after', () => {
    const opened = aBooks()
    const stopped = reading(opened, [...opened.log, stopAt(AT - 9_250)], AT - 5_000).books
    const replaced = take(stopped, replacement(), AT).books
    const kept = { status: 'canceled', cancelReason: 'stopped_on_chain', endedAt: AT - 9_250 }
    expect(statusOf(replaced)).toEqual({ ...kept, replacedBy: 'sub_2' })
    expect(take(replaced, replacement(AT + HOUR), AT + HOUR).books).toEqual(replaced)
    const { books: same } = reading(replaced, [...opened.log, stopAt(AT - 9_250)], AT + 1_000)
    expect(statusOf(same)).toEqual({ ...kept, replacedBy: 'sub_2' })
    const orphaned = reading(replaced, opened.log, AT + 5_000)
    expect(statusOf(orphaned.books)).toEqual(REPLACED)
    expect(orphaned.types).toEqual([])
    expect(orphaned.books.jobs.findLast(({ kind }) => kind === 'close')).toMatchObject({ toSecond: 3_600 })
    const again = reading(orphaned.books, [...opened.log, stopAt(AT - 9_250)], AT + 6_000)
    expect(statusOf(again.books)).toMatchObject({ status: 'canceled', endedAt: AT - 9_250 })
  })

  it('ends at its maximum without the block of its stop, though its successor started later', () => {
    const opened = aBooks()
    const stopped = reading(opened, [...opened.log, stopAt(AT)], AT).books
    const late = START + (MAX_SECONDS + 5) * 1_000
    const replaced = take(stopped, replacement(late), late).books
    const orphaned = reading(replaced, opened.log, late + 5_000).books
    expect(orphaned.subscription.endedAt).toBe(START + MAX_SECONDS * 1_000)
    expect(elapsedSeconds(orphaned.subscription, late + HOUR)).toBe(MAX_SECONDS)
  })

  it('counts no second beside its successor and leaves none out, with any history before and after', () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('pause', 'resume', 'due', 'charge', 'stop', 'orphan', 'replace', 'cancel'),
        wait: fc.integer({ min: 0, max: HOUR }),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(acts, all => {
        let books = aBooks()
        let now = START
        let replacedAt: number | null = null
        let wasOver = false
        const request = (input: MeterInput) => {
          try {
            books = take(books, input, now).books
          } catch {
            // A request that the state does not allow changes nothing.
          }
        }
        for (const { act, wait } of all) {
          now += wait
          const { log } = books
          const isStopped = log.some(({ kind }) => kind === 'stopped')
          if (act === 'pause') request({ type: 'paused', by: 'subscriber' })
          if (act === 'resume') request({ type: 'resumed', by: 'subscriber' })
          if (act === 'due') request({ type: 'due' })
          if (act === 'cancel') request({ type: 'canceled', by: 'subscriber' })
          if (act === 'charge' && !isStopped) {
            const second = elapsedSeconds(books.subscription, now)
            const from = log.findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
            if (second > from) books = reading(books, [...log, charged(books, second, `0x${now}`)], now).books
          }
          if (act === 'stop' && !isStopped) books = reading(books, [...log, stopAt(now)], now).books
          if (act === 'orphan')
            books = reading(
              books,
              log.filter(({ kind }) => kind !== 'stopped'),
              now,
            ).books
          if (act !== 'replace' || replacedAt !== null) continue
          request({ type: 'due' })
          replacedAt = now
          wasOver = books.subscription.ownEndedAt !== null
          request(replacement(now))
        }
        if (replacedAt === null) return
        const { subscription, log } = books
        const { status, endedAt, pausedAt } = subscription
        expect(['canceled', 'ended']).toContain(status)
        expect(endedAt).toBeLessThanOrEqual(replacedAt)
        const isStopped = log.some(({ kind }) => kind === 'stopped')
        // Without a stop and without an end of its own, it ended in the very millisecond in which its successor began.
        if (!isStopped && !wasOver) expect(endedAt).toBe(replacedAt)
        const ran = elapsedSeconds(subscription, Number.MAX_SAFE_INTEGER)
        expect(ran).toBe(elapsedSeconds(subscription, Math.min(replacedAt, pausedAt ?? replacedAt)))
      }),
      { numRuns: 500 },
    )
  })
})
