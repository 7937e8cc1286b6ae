import { depositOfTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import { aMeter } from '../a-meter.fixture.ts'
import { localPolicy } from '../billing-policy.fixture.ts'
import type { ChainJob, CheckoutSession, EscrowEvent, Subscription } from '../entities.ts'
import { type Announcement, announcements } from './announcements.ts'
import type { MeterBooks, MeterContext, MeterInput, WholeBooks } from './books.ts'
import { newJob } from './jobs.ts'
import { totalsAfter } from './ledger/totals-after.ts'
import { contextOf, step } from './step.ts'

export const START = 1_800_000_000_000
export const HOUR = 3_600_000
/** The longest time of the meter below, in seconds: ten hours at 0.277 AUSD a second. */
export const MAX_SECONDS = 36_000

/** A meter that runs since `START`, its opening in the log and nothing charged yet. */
export function aBooks(fields: Partial<Subscription> = {}, more: Partial<MeterBooks> = {}): WholeBooks {
  const meter = aMeter({ rate: 277_000_000_000_000_000n, maxSeconds: MAX_SECONDS, startedAt: START })
  const subscription = { ...meter, openingTxHash: '0xopening' as const, ...fields }
  const log = [anEvent({ kind: 'opened', txHash: '0xopening' })]
  return {
    subscription,
    session: null,
    jobs: [],
    signed: new Map(),
    invoices: [],
    ...more,
    log: more.log ?? log,
  }
}

/** A meter whose opening was accepted and is in no confirmed block yet. */
export function anAcceptedBooks(fields: Partial<Subscription> = {}): WholeBooks {
  const accepted = { status: 'incomplete', startedAt: null, openingTxHash: null, signature: '0x51' } as const
  const books = aBooks({ ...accepted, ...fields }, { session: aTakenSession(), log: [] })
  return { ...books, jobs: [aJob(books, { kind: 'open' })] }
}

function aTakenSession(): CheckoutSession {
  return {
    ...{ id: 'cs_1', merchantId: 'mer_1', mode: 'test', status: 'open', productId: 'prod_1' },
    ...{ successUrl: 'https://shop.example', cancelUrl: 'https://shop.example', rateUsd: '0.277' },
    ...{ allowPause: true, startMode: 'checkout', maxDurationSeconds: MAX_SECONDS, capFixed: false },
    ...{ customerId: 'cus_1', subscriptionId: 'sub_1', customersCreated: 1 },
    ...{ created: START, expiresAt: START + 24 * HOUR },
  }
}

export function aJob({ subscription }: MeterBooks, fields: Partial<ChainJob> = {}): ChainJob {
  const work = { kind: 'settle', toSecond: 0, periodEnd: START } as const
  return { ...newJob({ now: START, newId: prefix => `${prefix}1` }, subscription, work), ...fields }
}

export function anEvent(fields: Partial<EscrowEvent> & Pick<EscrowEvent, 'kind'>): EscrowEvent {
  return {
    ...{
      id: `${fields.txHash}:${fields.kind}`,
      source: 'escrow',
      meterId: '0x00',
      logIndex: 0,
      blockNumber: 1,
    },
    ...{
      timestamp: START / 1_000,
      txHash: '0x0',
      fromSecond: 0,
      toSecond: 0,
      gross: 0n,
      fee: 0n,
      refunded: 0n,
    },
    ...fields,
  }
}

/** The escrow charged the meter from the last charge in the log up to a second. */
export function charged({ subscription, log }: WholeBooks, toSecond: number, txHash: Hex): EscrowEvent {
  const fromSecond = log.findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
  const [from, to] = [totalsAfter(subscription.terms, fromSecond), totalsAfter(subscription.terms, toSecond)]
  const amounts = { gross: to.gross - from.gross, fee: to.fee - from.fee }
  return anEvent({ kind: 'settled', fromSecond, toSecond, txHash, ...amounts })
}

/** The escrow ended the meter after the last charge in the log, at an instant in milliseconds. */
export function ended(
  { subscription, log }: WholeBooks,
  kind: 'closed' | 'reclaimed',
  { txHash, at }: { txHash: Hex; at: number },
): EscrowEvent {
  const toSecond = log.findLast(event => event.kind === 'settled')?.toSecond ?? 0
  const refunded = depositOfTerms(subscription.terms) - totalsAfter(subscription.terms, toSecond).gross
  return anEvent({ kind, txHash, refunded, timestamp: Math.floor(at / 1_000) })
}

export function contextAt(now: number, more: Partial<MeterContext> = {}): MeterContext {
  return { now, policy: localPolicy, newId: idsAfter(0), traceparent: null, ...more }
}

/** Ids that no row of books with so many rows has. */
export function idsAfter(taken: number): MeterContext['newId'] {
  let ids = taken
  return prefix => {
    ids += 1
    return `${prefix}new_${ids}`
  }
}

/** One step at an instant, and the events that it announces. Throws where the log shows a fault. */
export function take(
  books: WholeBooks,
  input: MeterInput,
  now: number,
): { books: WholeBooks; announced: Announcement[]; types: string[] } {
  const newId = idsAfter(books.jobs.length + books.invoices.length)
  const result = step(books, input, contextOf(books, input, contextAt(now, { newId })))
  if ('needs' in result || result.fault !== null) throw new Error(`not taken: ${JSON.stringify(result)}`)
  const after = { ...result.books, log: books.log }
  const announced = announcements(books, after)
  return { books: after, announced, types: announced.map(({ type }) => type) }
}

/** The log is these events now, read for this meter alone. */
export function reading(books: WholeBooks, log: readonly EscrowEvent[], now: number) {
  return take({ ...books, log }, { type: 'logRead', fresh: [], orphaned: [], isReread: true }, now)
}
