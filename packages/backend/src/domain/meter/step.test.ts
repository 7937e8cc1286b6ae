import { expect, it } from 'vitest'
import type { Subscription } from '../entities.ts'
import { aBooks, aJob, anAcceptedBooks, contextAt, HOUR, START } from './books.fixture.ts'
import type { MeterInput } from './books.ts'
import { contextOf, step } from './step.ts'

const NOW = START + 2 * HOUR
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

it.each([
  [{ type: 'unsent', jobId: 'job_1' }, { transactionId: null }],
  [{ type: 'dropped', jobId: 'job_1' }, { status: 'done' }],
] as const)('%j touches that job alone', (input, change) => {
  const books = aBooks()
  const sent = (id: string) => aJob(books, { id, transactionId: 'txn_1' })
  const jobs = [sent('job_1'), sent('job_2')]
  expect(step({ ...books, jobs }, input, contextAt(NOW))).toMatchObject({
    books: { jobs: [{ ...jobs[0], ...change }, jobs[1]] },
  })
})

it('shows the hash of an opening that is being sent', () => {
  const books = anAcceptedBooks()
  const input = { type: 'openingSent', jobId: String(books.jobs[0]?.id), hash: '0x0e' } as const
  expect(step(books, input, contextAt(NOW))).toMatchObject({
    books: { subscription: { openingTxHash: '0x0e' } },
  })
})

it.each<[MeterInput, Partial<Subscription>, number]>([
  [{ type: 'started' }, { startedAt: null }, NOW],
  [{ type: 'canceled', by: 'merchant' }, { startedAt: NOW + 1 }, NOW + 1],
  [{ type: 'canceled', by: 'merchant' }, { pausedAt: NOW + 2 }, NOW + 2],
  [{ type: 'replaced', successor: 'sub_2', at: NOW - 5 }, { startedAt: NOW - 4 }, NOW - 4],
  [{ type: 'replaced', successor: 'sub_2', at: NOW - 5 }, { pausedAt: NOW - 3 }, NOW - 3],
  [{ type: 'replaced', successor: 'sub_2', at: NOW - 5 }, { startedAt: null }, NOW - 5],
  [{ type: 'due' }, { pausedAt: NOW + 2 }, NOW],
])('counts %j of a meter with %j at %i (docs/money.md, rule 12)', (input, fields, at) => {
  expect(contextOf(aBooks(fields), input, contextAt(NOW)).now).toBe(at)
})

it.each<[MeterInput, string | null]>([
  [{ type: 'dropped', jobId: 'job_1' }, TRACE],
  [{ type: 'due' }, null],
  [{ type: 'canceled', by: 'merchant' }, null],
])('gives what follows from %j the trace %s', (input, traceparent) => {
  const books = aBooks()
  const jobs = [aJob(books), aJob(books, { id: 'job_2', traceparent: TRACE })]
  expect(contextOf({ ...books, jobs }, input, contextAt(NOW)).traceparent).toBe(traceparent)
})
