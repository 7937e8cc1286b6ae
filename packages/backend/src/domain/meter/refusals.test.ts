import { describe, expect, it } from 'vitest'
import type { ChainJob } from '../entities.ts'
import {
  aBooks,
  aJob,
  anAcceptedBooks,
  charged,
  contextAt,
  HOUR,
  reading,
  START,
  take,
} from './books.fixture.ts'
import type { WholeBooks } from './books.ts'
import { step } from './step.ts'

const NOW = START + 2 * HOUR
const withSettlement = (books: WholeBooks, fields: Partial<ChainJob> = {}): WholeBooks => ({
  ...books,
  jobs: [
    aJob(books, { id: 'job_1', toSecond: 3_600, periodEnd: START + HOUR, transactionId: 'txn_1', ...fields }),
  ],
})
const refused = { type: 'refused', jobId: 'job_1', hash: '0xreverted', isReread: false } as const
const shown = ({ invoices }: WholeBooks) =>
  invoices.map(({ status, seconds, gross, fee, net, txHash }) => [status, seconds, gross, fee + net, txHash])

describe('a refused charge', () => {
  it('leaves the meter as it was: one failed invoice, past due, a later retry (docs/money.md, rule 23)', () => {
    const before = withSettlement(aBooks())
    const { books, types } = take(before, refused, NOW)
    expect(types).toEqual(['invoice.payment_failed', 'subscription.past_due'])
    expect(shown(books)).toEqual([['failed', 3_600, 997_200_000n, 0n, '0xreverted']])
    expect(books.subscription).toEqual({
      ...before.subscription,
      status: 'past_due',
      resumesAs: 'running',
      invoicedSeconds: 3_600,
      latestInvoiceId: books.invoices[0]?.id,
    })
    expect(books.jobs).toMatchObject([
      { attempts: 1, transactionId: null, notBefore: NOW + 60_000, status: 'pending' },
    ])
  })

  it.each([
    [0, 60_000],
    [1, 120_000],
    [5, 1_920_000],
    [6, 3_600_000],
    [40, 3_600_000],
  ])('after %i retries waits %i ms (docs/money.md, rule 23)', (attempts, wait) => {
    const { books } = take(withSettlement(aBooks(), { attempts }), refused, NOW)
    expect(books.jobs[0]?.notBefore).toBe(NOW + wait)
  })

  it('again keeps the one invoice and announces nothing, and is paid as it stands', () => {
    const { books } = take(withSettlement(aBooks()), refused, NOW)
    const again = take(books, { ...refused, hash: '' }, NOW + HOUR)
    expect([shown(again.books), again.types]).toEqual([
      [['failed', 3_600, 997_200_000n, 0n, '0xreverted']],
      [],
    ])
    const event = charged(books, 3_600, '0xpaid')
    const paid = reading(again.books, [...books.log, event], NOW + HOUR)
    expect([shown(paid.books), paid.types]).toEqual([
      [['paid', 3_600, 997_200_000n, 997_200_000n, '0xpaid']],
      ['invoice.paid'],
    ])
    expect(paid.books.subscription).toMatchObject({
      status: 'running',
      resumesAs: null,
      dueAt: NOW + 2 * HOUR,
    })
  })

  it('takes back an orphaned charge that was announced as paid (docs/money.md, rule 38)', () => {
    const books = aBooks()
    const paid = reading(books, [...books.log, charged(books, 3_600, '0xa')], NOW).books
    const gone = reading(paid, books.log, NOW).books
    const jobId = gone.jobs.find(({ status }) => status === 'pending')?.id ?? ''
    const { books: after, types } = take(gone, { ...refused, jobId }, NOW)
    expect([shown(after), types]).toEqual([
      [['failed', 3_600, 997_200_000n, 0n, '0xreverted']],
      ['invoice.payment_failed', 'subscription.past_due'],
    ])
    expect([after.subscription.billedSeconds, after.subscription.settledGross]).toEqual([0, 0n])
  })

  it('leaves the closing that was sent beside it under way', () => {
    const before = withSettlement(aBooks())
    const canceled = take(before, { type: 'canceled', by: 'merchant' }, NOW).books
    const jobs = canceled.jobs.map(job => (job.kind === 'close' ? { ...job, transactionId: 'txn_2' } : job))
    const { books } = take({ ...canceled, jobs }, refused, NOW)
    expect(books.jobs.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
      ['settle', null],
      ['close', 'txn_2'],
    ])
  })

  it('of a meter that has not begun is only retried', () => {
    const before = withSettlement(anAcceptedBooks(), { kind: 'close' })
    const { books, announced } = take(before, refused, NOW)
    expect([books.subscription, books.invoices, announced]).toEqual([before.subscription, [], []])
    expect(books.jobs[0]?.notBefore).toBe(NOW + 60_000)
  })

  it('needs the whole log, and keeps only the retry where that has a fault', () => {
    const books = withSettlement(aBooks())
    expect(step({ ...books, log: null }, refused, contextAt(NOW))).toEqual({ needs: 'log' })
    const result = step({ ...books, log: [] }, refused, contextAt(NOW))
    expect(result).toMatchObject({ fault: 'its opening is not in the log', books: { invoices: [] } })
    expect('books' in result && result.books.subscription).toBe(books.subscription)
    const faulty = { ...books, log: [charged(books, 60, '0xa'), charged(books, 60, '0xb')] }
    const reread = step(faulty, { ...refused, isReread: true }, contextAt(NOW))
    expect(reread).toMatchObject({ fault: null, books: { subscription: books.subscription, invoices: [] } })
  })
})

describe('a failed opening', () => {
  const failed = { type: 'openingFailed', jobId: 'job_1', code: 'payer_frozen', byPayer: true } as const

  it('frees the session, and counts against the payer by whose doing it failed (docs/money.md, rules 34 and 35)', () => {
    const before = anAcceptedBooks()
    const { books, types } = take(before, failed, NOW)
    expect(books.subscription).toEqual({
      ...before.subscription,
      ...{ status: 'incomplete_expired', signature: null, openingTxHash: null, openingsFailed: 1 },
    })
    expect(books.session).toEqual({
      ...before.session,
      ...{ customerId: null, subscriptionId: null, maxDurationSeconds: null },
    })
    expect(books.jobs).toMatchObject([{ status: 'failed', failure: 'payer_frozen' }])
    expect(types).toEqual([])
    expect(take(before, { ...failed, byPayer: false }, NOW).books.subscription.openingsFailed).toBe(0)
  })

  it('keeps a maximum duration that the merchant fixed', () => {
    const before = anAcceptedBooks()
    const session = before.session && { ...before.session, capFixed: true }
    expect(take({ ...before, session }, failed, NOW).books.session?.maxDurationSeconds).toBe(36_000)
  })

  it('leaves a session alone that another draft has taken', () => {
    const before = anAcceptedBooks()
    const session = before.session && { ...before.session, subscriptionId: 'sub_2' }
    expect(take({ ...before, session }, failed, NOW).books.session).toEqual(session)
  })

  it('only ends its job where the same signature was accepted once more', () => {
    const before = anAcceptedBooks()
    const jobs = [...before.jobs, aJob(before, { id: 'job_2', kind: 'open' })]
    const { books } = take({ ...before, jobs }, failed, NOW)
    expect(books.subscription).toEqual(before.subscription)
    expect(books.jobs.map(({ status }) => status)).toEqual(['failed', 'pending'])
  })
})

describe('the orphaned opening of an announced meter', () => {
  const lost = { type: 'openingLost', jobId: 'job_1' } as const
  const orphaned = () => {
    const books = aBooks()
    const paid = reading(books, [...books.log, charged(books, 3_600, '0xa')], NOW).books
    const gone = reading(paid, [], NOW).books
    const [job] = gone.jobs
    return { ...gone, jobs: [{ ...job, id: 'job_1' }, aJob(gone, { id: 'job_2' })] } as WholeBooks
  }

  it('is lost: canceled, its invoices failed, every job over (docs/money.md, rule 38)', () => {
    const { books, types } = take(orphaned(), lost, NOW)
    expect(books.subscription).toMatchObject({
      ...{ status: 'canceled', cancelReason: 'opening_lost', endedAt: NOW, closed: true, refunded: 0n },
      ...{ settledGross: 0n, billedSeconds: 0, dueAt: null, nextSettlementAt: null },
    })
    expect(shown(books)).toEqual([['failed', 3_600, 997_200_000n, 0n, '']])
    expect(books.jobs.map(({ status, failure }) => [status, failure])).toEqual([
      ['failed', 'chain_unavailable'],
      ['done', null],
    ])
    expect(types).toEqual(['invoice.payment_failed', 'subscription.canceled'])
  })

  it('is lost, and leaves the end of a meter that was over', () => {
    const { books } = take(orphaned(), { type: 'canceled', by: 'merchant' }, NOW)
    expect(take(books, lost, NOW + HOUR).books.subscription).toMatchObject({
      ...{ cancelReason: 'opening_lost', endedAt: NOW },
    })
  })

  it('needs the whole log and every invoice', () => {
    expect(step({ ...orphaned(), log: null }, lost, contextAt(NOW))).toEqual({ needs: 'log' })
  })

  it('is sent again after 15 s while a later block may include it', () => {
    const before = orphaned()
    const { books } = take(before, { type: 'postponed', jobId: 'job_1' }, NOW)
    expect(books.jobs).toEqual([
      { ...before.jobs[0], attempts: 1, transactionId: null, notBefore: NOW + 15_000 },
      before.jobs[1],
    ])
  })
})

it.each([
  { type: 'refused', jobId: 'job_1', hash: '', isReread: true },
  { type: 'openingSent', jobId: 'job_1', hash: '0x0' },
  { type: 'openingFailed', jobId: 'job_1', code: 'payer_frozen', byPayer: true },
  { type: 'openingLost', jobId: 'job_1' },
  { type: 'unsent', jobId: 'job_1' },
  { type: 'dropped', jobId: 'job_1' },
  { type: 'postponed', jobId: 'job_1' },
] as const)('$type changes nothing for a job that is over', input => {
  const books = withSettlement(aBooks(), { status: 'done' })
  expect(take(books, input, NOW)).toEqual({ books, announced: [], types: [] })
})
