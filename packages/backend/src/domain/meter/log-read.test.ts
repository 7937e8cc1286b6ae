import { depositOfTerms } from '@per-second/protocol/terms'
import { describe, expect, it } from 'vitest'
import type { Subscription } from '../entities.ts'
import {
  aBooks,
  aJob,
  anAcceptedBooks,
  anEvent,
  charged,
  contextAt,
  ended,
  HOUR,
  idsAfter,
  MAX_SECONDS,
  reading,
  START,
  take,
} from './books.fixture.ts'
import type { WholeBooks } from './books.ts'
import { START_WITHIN_MILLIS } from './clock.ts'
import { step } from './step.ts'

const NOW = START + 2 * HOUR
const opened = anEvent({ kind: 'opened', txHash: '0xopening' })
const stoppedAt = (at: number) => anEvent({ kind: 'stopped', txHash: '0xstop', timestamp: at / 1_000 })
const settlementOf = (books: WholeBooks, toSecond: number, txHash: `0x${string}` = '0xa') => {
  const event = charged(books, toSecond, txHash)
  return reading(books, [...books.log, event], NOW)
}
const pending = ({ jobs }: WholeBooks) =>
  jobs
    .filter(({ status }) => status === 'pending')
    .map(({ kind, toSecond, periodEnd }) => [kind, toSecond, periodEnd])
const shown = ({ invoices }: WholeBooks) =>
  invoices.map(({ status, seconds, fee, net, txHash }) => [status, seconds, fee + net, txHash])
const endOf = ({ subscription: { status, cancelReason, endedAt, closed } }: WholeBooks) => [
  status,
  cancelReason,
  endedAt,
  closed,
]

describe('an opening', () => {
  it('completes the session and starts a `checkout` meter when both chain and service know it (docs/money.md, rule 13)', () => {
    const now = START + 60_000
    const { books, types, announced } = reading(anAcceptedBooks(), [opened], now)
    expect(books.subscription).toMatchObject({
      status: 'running',
      startedAt: now,
      openingTxHash: '0xopening',
    })
    expect(books.session).toMatchObject({ status: 'complete' })
    expect([types, pending(books)]).toEqual([['subscription.started', 'checkout.session.completed'], []])
    expect(announced.map(({ row }) => row)).toEqual([books.subscription, books.session])
    const late = { ...opened, timestamp: (now + 9_000) / 1_000 }
    expect(reading(anAcceptedBooks(), [late], now).books.subscription.startedAt).toBe(now + 9_000)
  })

  it('of a `merchant` meter waits for its start', () => {
    const { books, types } = reading(anAcceptedBooks({ startMode: 'merchant' }), [opened], NOW)
    const { status, startedAt, dueAt } = books.subscription
    expect([status, startedAt, dueAt]).toEqual(['pending_start', null, NOW + START_WITHIN_MILLIS])
    expect(types).toEqual(['checkout.session.completed'])
  })

  // docs/money.md, rule 37
  it('with a stop in the same reading announces the meter as it is saved: started, and canceled', () => {
    const { books, announced } = reading(anAcceptedBooks(), [opened, stoppedAt(NOW - 1_000)], NOW)
    expect(endOf(books)).toEqual(['canceled', 'stopped_on_chain', NOW, false])
    expect(announced).toEqual([
      { of: 'subscription', type: 'subscription.started', row: books.subscription },
      { of: 'session', type: 'checkout.session.completed', row: books.session },
      { of: 'subscription', type: 'subscription.canceled', row: books.subscription },
    ])
    expect(pending(books)).toEqual([['close', 0, NOW]])
  })

  it('of an abandoned draft is closed at 0 seconds (docs/money.md, rule 34)', () => {
    const abandoned = { ...anAcceptedBooks({ status: 'incomplete_expired' }), jobs: [] }
    const { books, types } = reading(abandoned, [opened], NOW)
    expect([pending(books), types, books.subscription.status]).toEqual([
      [['close', 0, NOW]],
      [],
      'incomplete_expired',
    ])
  })

  it('that failed is not sent again by a log without it', () => {
    const failure = { type: 'openingFailed', jobId: 'job_1', code: 'payer_frozen', byPayer: true } as const
    const { books } = take(anAcceptedBooks(), failure, NOW)
    expect(reading({ ...books, jobs: [] }, [], NOW)).toEqual({
      ...{ books: { ...books, jobs: [] }, announced: [], types: [] },
    })
  })

  it('in an orphaned block is sent again, and stays announced (docs/money.md, rule 38)', () => {
    const { books, types } = reading(aBooks(), [], NOW)
    expect([pending(books), types, books.subscription.status]).toEqual([[['open', 0, NOW]], [], 'running'])
    expect(reading(books, [], NOW)).toEqual({ books, announced: [], types: [] })
    const { books: back, types: again } = reading(books, [{ ...opened, txHash: '0xlater' }], NOW)
    expect([pending(back), again, back.subscription.openingTxHash]).toEqual([[], [], '0xlater'])
  })
})

describe('charges', () => {
  it('become paid invoices, one a range, and the totals of the meter', () => {
    const first = settlementOf(aBooks(), 3_600)
    expect(first.types).toEqual(['invoice.paid'])
    const { books, types } = settlementOf(first.books, 7_200, '0xb')
    expect([shown(books), types]).toEqual([
      [
        ['paid', 3_600, 997_200_000n, '0xa'],
        ['paid', 3_600, 997_200_000n, '0xb'],
      ],
      ['invoice.paid'],
    ])
    expect(books.invoices.map(({ periodStart, periodEnd }) => [periodStart, periodEnd])).toEqual([
      [START, START + HOUR],
      [START + HOUR, START + 2 * HOUR],
    ])
    expect(books.subscription).toMatchObject({
      ...{ billedSeconds: 7_200, loggedSeconds: 7_200, invoicedSeconds: 7_200, settledGross: 1_994_400_000n },
      ...{ settledFee: 19_944_000n, latestInvoiceId: books.invoices[1]?.id },
    })
  })

  it('are billed up to the ends that their jobs requested', () => {
    const books = aBooks()
    const jobs = [
      aJob(books, { id: 'job_1', toSecond: 3_600, periodEnd: START + HOUR + 5, transactionId: 'txn_1' }),
      aJob(books, { id: 'job_2', kind: 'close', toSecond: 7_200, periodEnd: NOW + 7 }),
    ]
    const log = [opened, charged(books, 3_600, '0xa')]
    const all = [...log, charged({ ...books, log }, 7_200, '0xb')]
    const { invoices } = reading({ ...books, jobs }, all, NOW).books
    expect(invoices.map(({ periodStart, periodEnd }) => [periodStart, periodEnd])).toEqual([
      [START, START + HOUR + 5],
      [START + HOUR + 5, NOW + 7],
    ])
  })

  it('that are charged again in part keep the totals that were announced', () => {
    const { books } = settlementOf(settlementOf(aBooks(), 3_600).books, 7_200, '0xb')
    const half = charged(aBooks(), 5_400, '0xc')
    const { subscription } = reading(books, [opened, half], NOW).books
    expect(subscription).toEqual({ ...books.subscription, loggedSeconds: 5_400 })
  })

  it('that are appended need no log, and give the books of the whole log', () => {
    const { books } = settlementOf(aBooks(), 3_600)
    const event = charged(books, 7_200, '0xb')
    const input = { type: 'logRead', fresh: [event], orphaned: [], isReread: false } as const
    const quick = step({ ...books, log: null }, input, contextAt(NOW, { newId: idsAfter(1) }))
    const whole = take({ ...books, log: [...books.log, event] }, { ...input, isReread: true }, NOW)
    expect(quick).toEqual({ books: { ...whole.books, log: null }, fault: null })
  })

  it('that are appended with the requested closing need no log, either', () => {
    const canceled = take(aBooks(), { type: 'canceled', by: 'merchant' }, NOW).books
    const log = [...canceled.log, charged(canceled, 7_200, '0xc')]
    const fresh = [...log.slice(1), ended({ ...canceled, log }, 'closed', { txHash: '0xc', at: NOW })]
    const input = { type: 'logRead', fresh, orphaned: [], isReread: false } as const
    const quick = step({ ...canceled, log: null }, input, contextAt(NOW, { newId: idsAfter(1) }))
    const whole = take({ ...canceled, log: [opened, ...fresh] }, { ...input, isReread: true }, NOW)
    expect(quick).toEqual({ books: { ...whole.books, log: null }, fault: null })
  })

  it.each<[string, Partial<Subscription>]>([
    ['was announced', { status: 'incomplete', startedAt: null }],
    ['has not closed', { closed: true }],
    ['has lost no charge', { billedSeconds: 1_800 }],
    ['has invoices for all that was charged', { invoicedSeconds: 1_800 }],
  ])('are appended to a meter only that %s: else they need the log', (_, fields) => {
    const books = aBooks(fields)
    const fresh = [charged(books, 3_600, '0xa')]
    const input = { type: 'logRead', fresh, orphaned: [], isReread: false } as const
    expect(step({ ...books, log: null }, input, contextAt(NOW))).toEqual({ needs: 'log' })
  })

  it('in an orphaned block stay paid while they are charged again, and only the hash moves (docs/money.md, rule 38)', () => {
    const { books } = settlementOf(aBooks(), 3_600)
    const { books: gone, types } = reading(books, [opened], NOW)
    expect([shown(gone), types]).toEqual([[['paid', 3_600, 997_200_000n, '0xa']], []])
    expect(pending(gone)).toEqual([['settle', 3_600, START + HOUR]])
    expect(gone.subscription).toEqual({ ...books.subscription, loggedSeconds: 0 })
    const back = settlementOf(gone, 3_600, '0xagain')
    expect([shown(back.books), back.types, pending(back.books)]).toEqual([
      [['paid', 3_600, 997_200_000n, '0xagain']],
      [],
      [],
    ])
  })

  it('that do not follow the last one are a fault: nothing but the mark is changed (docs/money.md, rule 30)', () => {
    const books = aBooks()
    const gap = { ...charged(books, 7_200, '0xa'), fromSecond: 3_600 }
    const input = { type: 'logRead', fresh: [gap], orphaned: [], isReread: false } as const
    expect(step({ ...books, log: [opened, gap] }, input, contextAt(NOW))).toEqual({
      fault: 'charged from second 3600, not 0, in 0xa',
      books: { ...books, log: [opened, gap], subscription: { ...books.subscription, logFaulty: true } },
    })
  })

  it('of a faulty log are booked only from a log that was just read for the meter alone', () => {
    const books = aBooks({ logFaulty: true })
    const event = charged(books, 3_600, '0xa')
    const input = { type: 'logRead', fresh: [event], orphaned: [], isReread: false } as const
    expect(step({ ...books, log: null }, input, contextAt(NOW))).toEqual({ needs: 'log' })
    const log = [opened, event]
    expect(take({ ...books, log }, input, NOW).books.subscription.logFaulty).toBe(true)
    expect(reading(books, log, NOW).books.subscription.logFaulty).toBe(false)
  })

  it('without an opening are a fault, unless the log was just read for the meter alone', () => {
    const books = { ...aBooks(), log: [] }
    const input = { type: 'logRead', fresh: [], orphaned: [], isReread: false } as const
    expect(step(books, input, contextAt(NOW))).toMatchObject({ fault: 'its opening is not in the log' })
    const unopened = anAcceptedBooks()
    const log = [charged(unopened, 60, '0xa')]
    expect(step({ ...unopened, log }, input, contextAt(NOW))).toMatchObject({
      fault: 'its opening is not in the log',
    })
  })
})

describe('jobs', () => {
  it('are done by whichever transaction, and a settlement by its own although it charged less', () => {
    const books = aBooks()
    const job = aJob(books, { toSecond: 7_200, transactionId: 'txn_1' })
    const asked = { ...books, jobs: [job], signed: new Map([['txn_1', ['0xold', '0xa'] as const]]) }
    expect(settlementOf(asked, 3_600).books.jobs).toEqual([{ ...job, status: 'done' }])
    expect(settlementOf(asked, 3_600, '0xother').books.jobs).toEqual([job])
    expect(settlementOf(asked, 7_200, '0xother').books.jobs).toEqual([{ ...job, status: 'done' }])
  })

  it('of an orphaned transaction are pending again', () => {
    const { books } = settlementOf(aBooks(), 3_600)
    const done = aJob(books, { id: 'job_1', toSecond: 3_600, status: 'done', transactionId: 'txn_1' })
    const input = { type: 'logRead', fresh: [], orphaned: ['job_1'], isReread: false } as const
    const { books: after } = take({ ...books, jobs: [done], log: [opened] }, input, NOW)
    expect(after.jobs).toEqual([{ ...done, status: 'pending' }])
  })

  it('of an orphaned opening that was never announced are pending again, and nothing is missing', () => {
    const books = anAcceptedBooks()
    const done = books.jobs.map(job => ({ ...job, status: 'done' as const, transactionId: 'txn_1' }))
    const orphaned = done.map(({ id }) => id)
    const input = { type: 'logRead', fresh: [], orphaned, isReread: false } as const
    const { books: after, announced } = take({ ...books, jobs: done }, input, NOW)
    expect([after, announced]).toEqual([
      { ...books, jobs: done.map(job => ({ ...job, status: 'pending' })) },
      [],
    ])
  })

  it('that a batch skipped are refused: one failed invoice, and a later retry (docs/money.md, rule 23)', () => {
    const books = aBooks()
    const job = aJob(books, { toSecond: 3_600, transactionId: 'txn_1', periodEnd: START + HOUR })
    const asked = { ...books, jobs: [job], signed: new Map([['txn_1', ['0xbatch'] as const]]) }
    const skipped = anEvent({ kind: 'skipped', txHash: '0xbatch' })
    const { books: after, types } = reading(asked, [opened, skipped], NOW)
    expect(types).toEqual(['invoice.payment_failed', 'subscription.past_due'])
    expect(shown(after)).toEqual([['failed', 3_600, 0n, '']])
    expect(after.jobs).toEqual([{ ...job, attempts: 1, transactionId: null, notBefore: NOW + 60_000 }])
  })
})

describe('the end', () => {
  const end = { status: 'canceled', cancelReason: 'merchant' } as const

  it.each<[string, Partial<Subscription>, number, (string | number | boolean | null)[]]>([
    ['runs', {}, NOW - 5_000, ['canceled', 'stopped_on_chain', NOW - 5_000, false]],
    [
      'waits',
      { status: 'pending_start', startedAt: null },
      NOW - 5_000,
      ['canceled', 'stopped_on_chain', NOW - 5_000, false],
    ],
    ['would start later', {}, START - 9_000, ['canceled', 'stopped_on_chain', START, false]],
    [
      'has reached its maximum before',
      { maxDurationSeconds: 60 },
      NOW - 5_000,
      ['ended', null, START + 60_000, false],
    ],
    [
      'reaches its maximum in the same instant',
      { maxDurationSeconds: 60 },
      START + 60_000,
      ['ended', null, START + 60_000, false],
    ],
    [
      ...(['was ended later', { ...end, endedAt: NOW, ownEndedAt: NOW }, NOW - 5_000] as const),
      ['canceled', 'merchant', NOW - 5_000, false],
    ],
    [
      ...(['was ended before', { ...end, endedAt: START + 9, ownEndedAt: START + 9 }, NOW - 5_000] as const),
      ['canceled', 'merchant', START + 9, false],
    ],
  ])(
    'of a meter that %s is its stop on-chain, or its own earlier end (docs/money.md, rule 21)',
    (_, before, stop, expected) => {
      const { books } = reading(aBooks(before), [opened, stoppedAt(stop)], NOW)
      expect(endOf(books)).toEqual(expected)
    },
  )

  it('is never before its start, where the block of the opening is ahead of the clock', () => {
    const late = { ...opened, timestamp: (START + 9_000) / 1_000 }
    const stop = stoppedAt(START + 10_000)
    const { books: first } = reading(anAcceptedBooks(), [late, stop], START)
    const { startedAt } = first.subscription
    expect([startedAt, endOf(first)]).toEqual([
      START + 9_000,
      ['canceled', 'stopped_on_chain', START + 9_000, false],
    ])
    const { books: again } = reading(first, [late, stop], START + 2_000)
    expect(endOf(again)).toEqual(['canceled', 'stopped_on_chain', START + 9_000, false])
  })

  it('by a stop in an orphaned block is taken back: the meter runs again, and the unsent closing is dropped', () => {
    const { books: stopped } = reading(aBooks(), [opened, stoppedAt(NOW - 5_000)], NOW)
    const { books, types } = reading(stopped, [opened], NOW)
    expect([endOf(books), types, pending(books)]).toEqual([
      ['running', null, null, false],
      ['subscription.resumed'],
      [],
    ])
    expect(books.subscription.dueAt).toBe(START + 3 * HOUR)
  })

  it.each<[string, Partial<Subscription>]>([
    ['paused', { status: 'paused', pausedAt: START + 60_000, pausedBy: 'subscriber' }],
    [
      'waiting for its start',
      { status: 'pending_start', startedAt: null, created: START, dueAt: START + START_WITHIN_MILLIS },
    ],
  ])('by a stop in an orphaned block is taken back while it was %s: it is so again', (_, fields) => {
    const before = aBooks(fields)
    const { books: stopped } = reading(before, [opened, stoppedAt(NOW - 5_000)], NOW)
    const { subscription } = reading(stopped, [opened], NOW).books
    const { status, startedAt, pausedAt, endedAt, cancelReason } = before.subscription
    expect(subscription).toMatchObject({ status, startedAt, pausedAt, endedAt, cancelReason })
    if (status === 'pending_start') expect(subscription.dueAt).toBe(START + START_WITHIN_MILLIS)
  })

  it('by a stop in an orphaned block is taken back while a settlement is under way, which goes on', () => {
    const settlement = aJob(aBooks(), { toSecond: 3_600, transactionId: 'txn_1' })
    const before = { ...aBooks(), jobs: [settlement] }
    const { books: stopped } = reading(before, [opened, stoppedAt(NOW - 5_000)], NOW)
    const { books } = reading(stopped, [opened], NOW)
    expect([endOf(books), pending(books)]).toEqual([
      ['running', null, null, false],
      [['settle', 3_600, START]],
    ])
  })

  it('stays where the closing of an orphaned stop was sent', () => {
    const { books: stopped } = reading(aBooks(), [opened, stoppedAt(NOW - 5_000)], NOW)
    const sent = { ...stopped, jobs: stopped.jobs.map(job => ({ ...job, transactionId: 'txn_1' })) }
    const { books, types } = reading(sent, [opened], NOW)
    expect([books, types]).toEqual([{ ...sent, log: [opened] }, []])
  })

  it('by a reclaim in an orphaned block is taken back by the first reading, and the second changes nothing', () => {
    const running = aBooks()
    const reclaimed = ended(running, 'reclaimed', { txHash: '0xreclaim', at: NOW - 5_000 })
    const { books: over } = reading(running, [opened, reclaimed], NOW)
    expect([endOf(over), pending(over)]).toEqual([['canceled', 'stopped_on_chain', NOW - 5_000, true], []])
    const { books: back, types } = reading(over, [opened], NOW)
    expect([endOf(back), types, pending(back), back.subscription.refunded]).toEqual([
      ['running', null, null, false],
      ['subscription.resumed'],
      [],
      0n,
    ])
    expect(reading(back, [opened], NOW)).toEqual({ books: back, announced: [], types: [] })
  })

  it('by a closing settles, refunds and trims the uncharged seconds (docs/money.md, rules 23 and 38)', () => {
    const { books } = settlementOf(aBooks(), 3_600)
    const canceled = take(books, { type: 'canceled', by: 'merchant' }, NOW).books
    const shorter = charged(aBooks(), 1_800, '0xc')
    const log = [opened, shorter]
    const closed = ended({ ...canceled, log }, 'closed', { txHash: '0xc', at: NOW })
    const { books: after, types } = reading(canceled, [...log, closed], NOW)
    expect([endOf(after), pending(after), types]).toEqual([['canceled', 'merchant', NOW, true], [], []])
    expect(shown(after)).toEqual([['paid', 1_800, 498_600_000n, '0xc']])
    expect(after.subscription).toMatchObject({
      ...{ billedSeconds: 1_800, settledGross: 498_600_000n },
      refunded: depositOfTerms(after.subscription.terms) - 498_600_000n,
    })
  })

  it.each<[string, Partial<Subscription>, number, Partial<Subscription>]>([
    [
      ...(['runs', {}, 3_600] as const),
      { status: 'canceled', cancelReason: 'merchant', startedAt: START, endedAt: START + HOUR },
    ],
    [
      'has run it all',
      {},
      MAX_SECONDS,
      { status: 'ended', cancelReason: null, endedAt: NOW, startedAt: NOW - 10 * HOUR },
    ],
    [
      ...(['waits', { status: 'pending_start', startedAt: null }, 0] as const),
      { status: 'canceled', cancelReason: 'merchant', startedAt: null, endedAt: NOW },
    ],
    [
      ...(['waits in the backup', { status: 'pending_start', startedAt: null }, 3_600] as const),
      { status: 'canceled', cancelReason: 'merchant', startedAt: NOW - HOUR, endedAt: NOW },
    ],
  ])(
    'of a meter that %s is a closing that a restored backup does not know: it ran what was charged (docs/money.md, rule 68)',
    (_, before, seconds, expected) => {
      const books = aBooks(before)
      const log = seconds === 0 ? [opened] : [opened, charged(books, seconds, '0xc')]
      const closed = ended({ ...books, log }, 'closed', { txHash: '0xc', at: NOW })
      const { books: after } = reading(books, [...log, closed], NOW)
      expect(after.subscription).toMatchObject({ ...expected, closed: true, billedSeconds: seconds })
      expect(pending(after)).toEqual([])
    },
  )
})

describe('a stop in an orphaned block, of a meter that had its own end', () => {
  const second = (count: number) => START + count * 1_000
  const canceled = () => take(aBooks(), { type: 'canceled', by: 'merchant' }, second(50)).books

  it('gives that end back, with the unsent closing, and moves both again where it returns', () => {
    const before = canceled()
    const { books: stopped, types } = reading(before, [opened, stoppedAt(second(30))], NOW)
    expect([endOf(stopped), pending(stopped), types]).toEqual([
      ['canceled', 'merchant', second(30), false],
      [['close', 30, second(30)]],
      [],
    ])
    expect(reading(stopped, [opened], NOW)).toEqual({
      books: { ...before, log: [opened] },
      announced: [],
      types: [],
    })
    const { books: returned } = reading(stopped, [opened, stoppedAt(second(40))], NOW)
    expect([endOf(returned), pending(returned)]).toEqual([
      ['canceled', 'merchant', second(40), false],
      [['close', 40, second(40)]],
    ])
    expect(reading(returned, [opened], NOW).books).toEqual({ ...before, log: [opened] })
  })

  it('moves that end, and leaves a refused settlement as it is', () => {
    const settlement = aJob(aBooks(), { id: 'job_2', toSecond: 20, periodEnd: second(20), attempts: 1 })
    const before = canceled()
    const { books } = reading(
      { ...before, jobs: [settlement, ...before.jobs] },
      [opened, stoppedAt(second(30))],
      NOW,
    )
    expect(pending(books)).toEqual([
      ['settle', 20, second(20)],
      ['close', 30, second(30)],
    ])
  })

  it('with its booked closing, gives that end back and is charged the closing’s amount', () => {
    const { books: stopped } = reading(canceled(), [opened, stoppedAt(second(30))], NOW)
    const sent = { ...stopped, jobs: stopped.jobs.map(job => ({ ...job, transactionId: 'txn_1' })) }
    const charge = charged(sent, 30, '0xc')
    const log = [opened, stoppedAt(second(30)), charge]
    const closing = ended({ ...sent, log }, 'closed', { txHash: '0xc', at: second(60) })
    const { books: closed } = reading(sent, [...log, closing], NOW)
    expect([endOf(closed), shown(closed)]).toEqual([
      ['canceled', 'merchant', second(30), true],
      [['paid', 30, 8_310_000n, '0xc']],
    ])
    const orphaned = { type: 'logRead', fresh: [], orphaned: ['job_new_1'], isReread: true } as const
    const gone = take({ ...closed, log: [opened] }, orphaned, NOW)
    expect([endOf(gone.books), shown(gone.books), gone.types, pending(gone.books)]).toEqual([
      ['canceled', 'merchant', second(50), true],
      [['paid', 30, 8_310_000n, '0xc']],
      [],
      [['close', 30, second(30)]],
    ])
    const back = reading(
      gone.books,
      [opened, { ...charge, txHash: '0xd' }, { ...closing, txHash: '0xd' }],
      NOW,
    )
    expect([endOf(back.books), shown(back.books), back.types, pending(back.books)]).toEqual([
      ['canceled', 'merchant', second(50), true],
      [['paid', 30, 8_310_000n, '0xd']],
      [],
      [],
    ])
  })
})

describe('a stop that ended the meter', () => {
  it('and returns in a later block ends it there, and is announced once', () => {
    const first = reading(aBooks(), [opened, stoppedAt(START + 30_000)], NOW)
    const later = reading(first.books, [opened, stoppedAt(START + 60_000)], NOW)
    expect([first.types, later.types]).toEqual([['subscription.canceled'], []])
    expect([endOf(later.books), pending(later.books)]).toEqual([
      ['canceled', 'stopped_on_chain', START + 60_000, false],
      [['close', 60, START + 60_000]],
    ])
  })

  it('and was taken back, ends it again where it returns: each edge is announced', () => {
    const first = reading(aBooks(), [opened, stoppedAt(START + 50_000)], NOW)
    const undone = reading(first.books, [opened], NOW)
    const again = reading(undone.books, [opened, stoppedAt(START + 70_000)], NOW)
    expect([first, undone, again].map(({ types }) => types)).toEqual([
      ['subscription.canceled'],
      ['subscription.resumed'],
      ['subscription.canceled'],
    ])
    expect([endOf(again.books), pending(again.books)]).toEqual([
      ['canceled', 'stopped_on_chain', START + 70_000, false],
      [['close', 70, START + 70_000]],
    ])
  })

  it('is closed as requested where a reclaim after it is orphaned', () => {
    const log = [opened, stoppedAt(START + 50_000)]
    const { books: stopped } = reading(aBooks(), log, NOW)
    const reclaim = ended(stopped, 'reclaimed', { txHash: '0xr', at: NOW })
    const { books: reclaimed } = reading(stopped, [...log, reclaim], NOW)
    expect([endOf(reclaimed), pending(reclaimed)]).toEqual([
      ['canceled', 'stopped_on_chain', START + 50_000, true],
      [],
    ])
    const { books: back } = reading(reclaimed, log, NOW)
    expect([endOf(back), pending(back), back.subscription.refunded]).toEqual([
      ['canceled', 'stopped_on_chain', START + 50_000, false],
      [['close', 50, START + 50_000]],
      0n,
    ])
  })
})

describe('a lost opening that returns', () => {
  const lost = () => {
    const paid = settlementOf(aBooks(), 3_600).books
    const gone = reading(paid, [], NOW).books
    const jobId = gone.jobs.find(({ status }) => status === 'pending')?.id ?? ''
    return take(gone, { type: 'openingLost', jobId }, NOW).books
  }
  const deposit = depositOfTerms(aBooks().subscription.terms)

  it.each([
    ['alone', [opened]],
    ['with a stop', [opened, stoppedAt(START + 9_000)]],
  ])('%s is closed at 0 seconds: nothing else changes', (_, log) => {
    const before = lost()
    const { books, types } = reading(before, log, NOW)
    expect([books.subscription, books.invoices, types]).toEqual([
      { ...before.subscription, openingTxHash: before.subscription.openingTxHash },
      before.invoices,
      [],
    ])
    expect(pending(books)).toEqual([['close', 0, NOW]])
  })

  it('with a reclaim keeps its end where the reclaim is orphaned, and is closed at 0 seconds', () => {
    const before = lost()
    const reclaim = ended({ ...before, log: [opened] }, 'reclaimed', { txHash: '0xr', at: NOW })
    const { books: reclaimed } = reading(before, [opened, reclaim], NOW)
    expect([reclaimed.subscription.refunded, pending(reclaimed)]).toEqual([deposit, []])
    const { books: back } = reading(reclaimed, [opened], NOW)
    expect([endOf(back), pending(back)]).toEqual([
      ['canceled', 'opening_lost', NOW, true],
      [['close', 0, NOW]],
    ])
  })

  it('with its settlement is charged the escrow’s amount: the failed invoice turns paid', () => {
    const before = lost()
    const log = [opened, charged(aBooks(), 3_600, '0xlate')]
    const { books, types } = reading(before, log, NOW)
    expect([shown(books), types]).toEqual([[['paid', 3_600, 997_200_000n, '0xlate']], ['invoice.paid']])
    expect(books.invoices[0]?.id).toBe(before.invoices[0]?.id)
    const closing = ended({ ...books, log }, 'closed', { txHash: '0xc', at: NOW })
    const { subscription } = reading(books, [...log, closing], NOW).books
    expect(subscription).toMatchObject({
      ...{ cancelReason: 'opening_lost', billedSeconds: 3_600, settledGross: 997_200_000n },
      refunded: deposit - 997_200_000n,
    })
  })
})
