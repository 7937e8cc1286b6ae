import { depositOfTerms } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import fc from 'fast-check'
import { expect } from 'vitest'
import { aMeter } from '../a-meter.fixture.ts'
import { ApiError } from '../api-error.ts'
import { localPolicy } from '../billing-policy.fixture.ts'
import type { ChainJob, EscrowEvent, Invoice } from '../entities.ts'
import { type Announcement, announcements } from './announcements.ts'
import { type MeterBooks, type MeterInput, pendingJobs, type WholeBooks } from './books.ts'
import { elapsedSeconds, isActive } from './clock.ts'
import { isEnd } from './ledger/read-log.ts'
import { totalsAfter } from './ledger/totals-after.ts'
import { schedule } from './schedule.ts'
import { contextOf, step } from './step.ts'

const START = 1_800_000_000_000
const MAX_SECONDS = 20_000

/** One meter, the escrow's events about it, and everything that was announced. */
type World = {
  books: WholeBooks
  /** The events in the blocks that are confirmed now. The books may lag behind. */
  chain: EscrowEvent[]
  /** Jobs that ended with a transaction: an orphaned block makes them pending again. */
  done: ChainJob[]
  hasOrphanedJobs: boolean
  now: number
  ids: number
  blocks: number
  announced: Announcement[]
  /** Sums of the differences, as the product and the customer count them. */
  counted: { active: number; settled: bigint }
  /** Readings that took the fast path. */
  appended: number
}

const acts = {
  pass: (world: World, n: number) => {
    world.now += n * 1_000
  },
  /** By the operator's statement, which never states more than a meter that is over has counted. */
  charge: (world: World, n: number) => {
    const { subscription } = world.books
    const most = subscription.endedAt === null ? MAX_SECONDS : elapsedSeconds(subscription, world.now)
    charge(world, Math.min(charged(world) + n, most))
  },
  /** The newest blocks are orphaned. The opening is in every fork, before its deadline. */
  orphan: (world: World, n: number) => {
    const removed = world.chain.slice(Math.max(world.chain.length - (n % 4) - 1, 0))
    // A transaction is in one block, with all its events.
    world.chain = world.chain.filter(event => removed.every(({ txHash }) => txHash !== event.txHash))
    const { openBy } = world.books.subscription.terms
    if (world.chain.length === 0)
      include(world, { kind: 'opened', timestamp: Math.min(Math.floor(world.now / 1_000), openBy - 1) })
    read(world)
  },
  read: (world: World) => read(world),
  reread: (world: World) => read(world, { isReread: true }),
  due: (world: World) => {
    for (let { dueAt } = world.books.subscription; dueAt !== null && dueAt <= world.now; ) {
      take(world, { type: 'due' })
      dueAt = world.books.subscription.dueAt
    }
  },
  pause: (world: World, n: number) => take(world, { type: 'paused', by: actorOf(n) }),
  resume: (world: World, n: number) => take(world, { type: 'resumed', by: actorOf(n) }),
  cancel: (world: World, n: number) => take(world, { type: 'canceled', by: actorOf(n) }),
  /** A transaction is signed for every pending job. */
  send: (world: World) => {
    const signed = new Map(world.books.signed)
    const jobs = world.books.jobs.map(job => {
      if (job.transactionId !== null) return job
      const transactionId = newId(world, 'txn_')
      signed.set(transactionId, [`0x${transactionId}`])
      return { ...job, transactionId }
    })
    world.books = { ...world.books, jobs, signed }
  },
  unsent: (world: World) => {
    const job = world.books.jobs.find(({ transactionId }) => transactionId !== null)
    if (job) take(world, { type: 'unsent', jobId: job.id })
  },
  skip: (world: World) => {
    const job = world.books.jobs.find(({ transactionId }) => transactionId !== null)
    const txHash = world.books.signed.get(job?.transactionId ?? '')?.[0]
    if (txHash === undefined) return
    include(world, { kind: 'skipped', txHash })
    read(world)
  },
  refuse: (world: World) => {
    read(world)
    const job = pendingOf(world, 'settle') ?? pendingOf(world, 'close')
    if (job) take(world, { type: 'refused', jobId: job.id, hash: '', isReread: true })
  },
  settle: (world: World) => {
    const job = pendingOf(world, 'settle')
    if (job) charge(world, job.toSecond, hashOf(world, job))
    read(world)
  },
  close: (world: World) => {
    const job = pendingOf(world, 'close')
    if (!job) return
    charge(world, job.toSecond, hashOf(world, job))
    finish(world, 'closed', hashOf(world, job))
    read(world)
  },
  stop: (world: World) => {
    if (!isOver(world) && !world.chain.some(({ kind }) => kind === 'stopped'))
      include(world, { kind: 'stopped' })
  },
  reclaim: (world: World) => finish(world, 'reclaimed'),
  /** The service closed the meter before a backup was restored that does not know it. */
  closeUnasked: (world: World) => finish(world, 'closed'),
}
type Act = { name: keyof typeof acts; n: number }

const act = (weight: number, ...names: Act['name'][]) => ({
  weight,
  arbitrary: fc.record({ name: fc.constantFrom(...names), n: fc.integer({ min: 1, max: 6_000 }) }),
})
const history: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    act(4, 'pass'),
    act(4, 'charge'),
    act(3, 'orphan'),
    act(7, 'read', 'reread', 'due', 'pause', 'resume', 'settle', 'close', 'refuse', 'send', 'unsent', 'skip'),
    act(1, 'cancel', 'stop', 'reclaim', 'closeUnasked'),
  ),
  { minLength: 5, maxLength: 40 },
)

/**
 * Runs random histories of one meter through the machine, and checks after each step that the books are those of the log.
 *
 * @param runs.seed the same seed gives the same histories
 * @returns how many readings took the fast path
 */
export function checkHistories(runs: { numRuns: number; seed: number }): number {
  let appended = 0
  fc.assert(
    fc.property(history, all => {
      const world = startWorld()
      for (const { name, n } of all) acts[name](world, n)
      read(world)
      checkRest(world)
      appended += world.appended
    }),
    runs,
  )
  return appended
}

function startWorld(): World {
  const fields = { rate: 277_000_000_000_000_000n, maxSeconds: MAX_SECONDS, startedAt: START }
  const subscription = schedule(aMeter(fields), { now: START, policy: localPolicy })
  const world: World = {
    books: { subscription, session: null, jobs: [], signed: new Map(), invoices: [], log: [] },
    ...{
      chain: [],
      now: START,
      ids: 0,
      blocks: 0,
      announced: [],
      appended: 0,
      done: [],
      hasOrphanedJobs: false,
    },
    counted: { active: 1, settled: 0n },
  }
  include(world, { kind: 'opened' })
  read(world)
  return world
}

function newId(world: World, prefix: string): string {
  world.ids += 1
  return `${prefix}${String(world.ids).padStart(6, '0')}`
}

function include(world: World, fields: Partial<EscrowEvent> & Pick<EscrowEvent, 'kind'>): void {
  world.blocks += 1
  world.chain.push({
    ...{ id: `0x${world.blocks}:0`, source: 'escrow', meterId: '0x00', logIndex: 0 },
    ...{ blockNumber: world.blocks, timestamp: Math.floor(world.now / 1_000) },
    ...{ txHash: `0x${world.blocks}` as Hex, fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
    ...fields,
  })
}

/** The transaction that was signed for a job, or else a transaction of its own. */
function hashOf({ books, blocks }: World, { transactionId }: ChainJob): Hex {
  return books.signed.get(transactionId ?? '')?.[0] ?? `0x${blocks}:own`
}

function charge(world: World, toSecond: number, txHash: Hex = `0x${world.blocks}:other`): void {
  const { terms } = world.books.subscription
  const fromSecond = charged(world)
  if (isOver(world) || toSecond <= fromSecond) return
  const [from, to] = [totalsAfter(terms, fromSecond), totalsAfter(terms, toSecond)]
  const amounts = { gross: to.gross - from.gross, fee: to.fee - from.fee }
  include(world, { kind: 'settled', fromSecond, toSecond, txHash, ...amounts })
}

function finish(world: World, kind: 'closed' | 'reclaimed', txHash: Hex = `0x${world.blocks}:other`): void {
  const { terms } = world.books.subscription
  if (isOver(world)) return
  include(world, { kind, txHash, refunded: depositOfTerms(terms) - totalsAfter(terms, charged(world)).gross })
}

function charged({ chain }: World): number {
  return chain.findLast(({ kind }) => kind === 'settled')?.toSecond ?? 0
}

function isOver({ chain }: World): boolean {
  return chain.some(isEnd)
}

function actorOf(n: number): 'merchant' | 'subscriber' {
  return n % 2 === 0 ? 'merchant' : 'subscriber'
}

function pendingOf({ books }: World, kind: ChainJob['kind']): ChainJob | undefined {
  return pendingJobs(books).find(job => job.kind === kind)
}

/** @returns null where the machine needs the whole log */
function stepOf<Books extends MeterBooks>(world: World, books: Books, input: MeterInput): Books | null {
  const context = contextOf(books, input, {
    ...{ now: world.now, policy: localPolicy, traceparent: null },
    newId: prefix => newId(world, prefix),
  })
  const result = step(books, input, context)
  if ('needs' in result) return null
  expect(result.fault).toBeNull()
  return result.books as Books
}

/** Takes an input that needs no fresh events. A refused request changes nothing. */
function take(world: World, input: MeterInput): void {
  try {
    const after = stepOf(world, world.books, input)
    if (after) keep(world, world.books, after)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function keep(world: World, before: WholeBooks, after: WholeBooks): void {
  const [was, is] = [before.subscription, after.subscription]
  world.announced.push(...announcements(before, after))
  world.counted.active += Number(isActive(is)) - Number(isActive(was))
  world.counted.settled += is.settledGross - was.settledGross
  world.books = { ...after, jobs: pendingJobs(after) }
  world.done.push(...after.jobs.filter(job => job.status === 'done' && job.transactionId !== null))
  checkStep(world)
}

/** The confirmed events come into the books, on the fast path where the machine allows it and from the whole log in any case. */
function read(world: World, { isReread } = { isReread: false }): void {
  const { books, chain } = world
  const known = new Set(books.log.map(({ id }) => id))
  const confirmed = new Set(chain.map(({ id }) => id))
  const isAppended = books.log.every(({ id }) => confirmed.has(id))
  const fresh = isAppended ? chain.filter(({ id }) => !known.has(id)) : []
  if (fresh.length === 0 && isAppended && !isReread) return
  const again = takeOrphaned(world)
  const input = { type: 'logRead', fresh, orphaned: again.map(({ id }) => id), isReread } as const
  const jobs = [...books.jobs, ...again].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const whole: WholeBooks = { ...books, jobs, log: [...chain] }
  const { ids } = world
  const partial: MeterBooks = { ...whole, log: null, invoices: books.invoices.slice(-1) }
  const quick = stepOf(world, partial, input)
  world.ids = ids
  const after = stepOf(world, whole, { ...input, isReread: true })
  if (after === null) throw new Error('the whole log is not enough')
  if (quick !== null) {
    world.appended += 1
    const invoices = [...books.invoices.slice(0, -1), ...quick.invoices]
    expect(withoutEmptyHashes({ ...quick, invoices, log: whole.log })).toEqual(withoutEmptyHashes(after))
    expect(announcements(partial, quick)).toEqual(announcements(whole, after))
  }
  keep(world, whole, after)
  const repeated = stepOf(world, world.books, { ...input, fresh: [], orphaned: [], isReread: true })
  expect(repeated).toEqual(world.books)
  expect(announcements(world.books, repeated ?? whole)).toEqual([])
}

/** The jobs whose transactions are in no confirmed block any more. */
function takeOrphaned(world: World): ChainJob[] {
  const { books, chain, done } = world
  const isGone = (txHash: Hex) =>
    books.log.some(event => event.txHash === txHash) && chain.every(event => event.txHash !== txHash)
  const orphaned = done.filter(job => books.signed.get(job.transactionId ?? '')?.some(isGone))
  world.done = done.filter(job => !orphaned.includes(job))
  world.hasOrphanedJobs ||= orphaned.length > 0
  return orphaned
}

/** A range that was trimmed to nothing takes the hash of the closing only from the whole log. */
function withoutEmptyHashes(books: MeterBooks): MeterBooks {
  const hashOf = ({ seconds, txHash }: Invoice) => (seconds === 0 ? '' : txHash)
  return { ...books, invoices: books.invoices.map(invoice => ({ ...invoice, txHash: hashOf(invoice) })) }
}

/** The rules that hold after every step. */
function checkStep({ books, announced, counted, now, hasOrphanedJobs }: World): void {
  const { subscription, invoices, jobs } = books
  const { terms, invoicedSeconds, loggedSeconds, billedSeconds, settledGross, refunded, endedAt } =
    subscription
  expect(invoices.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(invoicedSeconds)
  expect(invoices.slice(1).map(({ periodStart }) => periodStart)).toEqual(
    invoices.slice(0, -1).map(({ periodEnd }) => periodEnd),
  )
  expect(counted).toEqual({ active: Number(isActive(subscription)), settled: settledGross })
  expect(billedSeconds).toBeGreaterThanOrEqual(loggedSeconds)
  expect(settledGross + refunded <= depositOfTerms(terms)).toBe(true)
  if (endedAt !== null) expect(endedAt).toBeLessThanOrEqual(now)
  // The job of an orphaned transaction may be pending beside a later one.
  const kinds = jobs.map(({ kind }) => kind)
  if (!hasOrphanedJobs) expect(kinds).toEqual([...new Set(kinds)])
  for (const { id, status } of invoices) {
    const types = announced.flatMap(({ of, row, type }) => (of === 'invoice' && row.id === id ? [type] : []))
    expect(types.at(-1)).toBe(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed')
    expect(types.some((type, index) => type === types[index + 1])).toBe(false)
  }
  if (isActive(subscription))
    expect(subscription.status === 'past_due').toBe(invoices.some(({ status }) => status === 'failed'))
}

/** With every confirmed event in the books, owed work has a job. */
function checkRest(world: World): void {
  const { subscription, jobs } = world.books
  const { endedAt, invoicedSeconds, loggedSeconds, closed } = subscription
  const pending = (kind: ChainJob['kind']) => jobs.filter(job => job.kind === kind).length
  expect(closed && pending('close') === 0).toBe(isOver(world))
  if (endedAt !== null) expect(pending('close')).toBe(isOver(world) ? 0 : 1)
  const settlements = pending('settle')
  if (isActive(subscription) && invoicedSeconds > loggedSeconds)
    expect(world.hasOrphanedJobs ? Math.min(settlements, 1) : settlements).toBe(1)
}
