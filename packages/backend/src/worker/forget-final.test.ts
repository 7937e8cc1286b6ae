import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@per-second/protocol/types'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import type { ChainTransaction, EscrowEvent, Subscription } from '../domain/entities.ts'
import { ledgerSource } from '../domain/meter/ledger/ledger-source.ts'
import { aJob, aProduct, aSubscription } from '../storage/entities.fixture.ts'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { type ChainOfMode, forgetLogs, forgetTransactions } from './forget-outdated.ts'

const OPERATOR = '0x00000000000000000000000000000000000000a1'
const facts = {
  chain_id: 7,
  escrow: '0x00000000000000000000000000000000000000E5',
  operator: OPERATOR,
} as const
const real: ChainOfMode = { mode: 'test', chain: { facts, reorgDepth: 10, isJournalled: false } }
const journalled: ChainOfMode = {
  mode: 'test',
  chain: { facts, reorgDepth: Number.POSITIVE_INFINITY, isJournalled: true },
}
const SOURCE = ledgerSource('test', facts)
/** Up to which the log was read, and below which nothing is orphaned nor read again: twice the depth, and one. */
const NEWEST = 1_000
const FINAL = 979
/** Rows older than this instant may be deleted. */
const BEFORE = 5_000_000

let server: PostgresServer
let folder: string
beforeAll(async () => {
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'per-second-final-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

function transaction(id: string, nonce: number, changes: Partial<ChainTransaction>): ChainTransaction {
  return {
    ...{ id, chainId: 7, sender: OPERATOR, nonce, hash: hashOf(id), raw: '0x', purpose: 'settle' },
    ...{ blockTimestamp: null, status: 'included', includedIn: null, created: BEFORE },
    ...changes,
  }
}

let databases = 0
describe.each([
  { engine: 'SQLite', open: () => openSqliteStorage(join(folder, `${++databases}.sqlite`)) },
  { engine: 'PostgreSQL', open: async () => openPostgresStorage(await server.newDatabase()) },
])('what is final, on $engine', ({ open }) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await open()
    await storage.unitOfWork(tx =>
      tx.indexedBlocks.insert({ id: `${SOURCE}:${NEWEST}`, source: SOURCE, number: NEWEST, hash: '0x1' }),
    )
  })
  afterEach(() => storage.close())

  /** A meter with a log: events at these blocks, the last of which ends it where it is closed. */
  const meterWith = async (blocks: number[], changes: Partial<Subscription>, ageOfEnd = BEFORE / 1_000) => {
    const meter = aSubscription(aProduct(), changes)
    await storage.unitOfWork(async tx => {
      await tx.subscriptions.insert(meter)
      for (const [logIndex, blockNumber] of blocks.entries()) {
        const isEnd = changes.closed === true && logIndex === blocks.length - 1
        const event: EscrowEvent = {
          id: `${hashOf(meter.id)}:${logIndex}`,
          source: SOURCE,
          meterId: meter.meterId,
          txHash: '0x01',
          ...{ kind: isEnd ? 'closed' : 'settled', blockNumber, logIndex },
          timestamp: isEnd ? ageOfEnd : 1,
          fromSecond: 0,
          toSecond: 0,
          gross: 0n,
          fee: 0n,
          refunded: 0n,
        }
        await tx.escrowEvents.insert(event)
      }
    })
    return meter
  }
  const logs = (meters: Subscription[]) =>
    storage.read(async tx => {
      const found = await Promise.all(meters.map(({ meterId }) => tx.escrowEvents.ofMeter(meterId)))
      return found.map(({ length }) => length)
    })

  // docs/money.md, rule 76
  test('behaviour: transactions go up to the newest final one, which stays', async () => {
    const meter = aSubscription(aProduct(), { operator: OPERATOR })
    await storage.unitOfWork(async tx => {
      await tx.subscriptions.insert(meter)
      for (const each of [
        transaction('reverted', 0, { status: 'reverted' }),
        transaction('replaced', 1, { status: 'replaced' }),
        transaction('replacement', 1, { includedIn: 3 }),
        transaction('awaited before', 2, { status: 'replaced' }),
        transaction('awaited', 2, { includedIn: 4 }),
        transaction('newest final', 3, { includedIn: FINAL }),
        transaction('younger', 4, { includedIn: FINAL, created: BEFORE + 1 }),
        transaction('may be orphaned', 5, { includedIn: FINAL + 1 }),
        transaction('under way', 6, { status: 'signed' }),
        transaction('of another key', 0, { sender: '0x00000000000000000000000000000000000000a2' }),
      ])
        await tx.transactions.insert(each)
      await tx.jobs.insert(aJob(meter, { status: 'pending', transactionId: 'awaited' }))
    })
    const journal = () =>
      storage.read(async tx => (await tx.transactions.bySender(7, OPERATOR, 0)).map(({ id }) => id))
    const before = await journal()
    expect(await storage.unitOfWork(tx => forgetTransactions(tx, journalled, BEFORE))).toBe(false)
    expect(await journal()).toEqual(before)
    expect(await storage.unitOfWork(tx => forgetTransactions(tx, real, BEFORE))).toBe(true)
    const left = ['awaited', 'awaited before', 'newest final', 'younger', 'may be orphaned', 'under way']
    expect((await journal()).toSorted()).toEqual(left.toSorted())
    expect(await storage.unitOfWork(tx => forgetTransactions(tx, real, BEFORE))).toBe(false)
    expect(await storage.read(tx => tx.transactions.get('of another key'))).not.toBeNull()
    expect(await storage.read(tx => tx.transactions.nextNonce(7, OPERATOR))).toBe(7)
  })

  test('behaviour: a job that is over stays as long as its transaction, which may be orphaned and bring it back', async () => {
    const meter = aSubscription(aProduct(), { operator: OPERATOR })
    await storage.unitOfWork(async tx => {
      await tx.subscriptions.insert(meter)
      await tx.transactions.insert(transaction('final', 1, { includedIn: FINAL }))
      await tx.transactions.insert(transaction('may be orphaned', 2, { includedIn: FINAL + 1 }))
      for (const transactionId of ['gone', 'final', 'may be orphaned', null])
        await tx.jobs.insert(
          aJob(meter, { id: `${transactionId}`, status: 'done', transactionId, created: BEFORE }),
        )
    })
    await storage.unitOfWork(tx => tx.deleteOutdated('jobs', BEFORE, 1_000))
    const left = await storage.read(tx => tx.jobs.getMany(['gone', 'final', 'may be orphaned', 'null']))
    expect(left.map(({ id }) => id).toSorted()).toEqual(['final', 'may be orphaned'])
  })

  test('behaviour: transactions that no block is known of, as those of an earlier version, hold nothing up', async () => {
    await storage.unitOfWork(async tx => {
      for (let nonce = 0; nonce < 70; nonce += 1)
        await tx.transactions.insert(transaction(`without ${nonce}`, nonce, {}))
      for (let attempt = 0; attempt < 60; attempt += 1)
        await tx.transactions.insert(transaction(`attempt ${attempt}`, 70, { status: 'replaced' }))
      await tx.transactions.insert(transaction('final', 71, { includedIn: FINAL }))
    })
    for (let batch = 0; batch < 3; batch += 1)
      expect(await storage.unitOfWork(tx => forgetTransactions(tx, real, BEFORE))).toBe(true)
    expect(await storage.unitOfWork(tx => forgetTransactions(tx, real, BEFORE))).toBe(false)
    const left = await storage.read(tx => tx.transactions.bySender(7, OPERATOR, 0))
    expect(left.map(({ id }) => id)).toEqual(['final'])
  })

  // docs/money.md, rule 76
  test('behaviour: the log of a meter that the escrow has closed for good goes, that of an open one stays', async () => {
    const meters = {
      over: await meterWith([1, 2, FINAL], { closed: true }),
      open: await meterWith([1, 2, 3], { closed: false }),
      faulty: await meterWith([1, 2, 3], { closed: true, logFaulty: true }),
      mayBeOrphaned: await meterWith([1, 2, FINAL + 1], { closed: true }),
    }
    const all = Object.values(meters)
    expect(await storage.unitOfWork(tx => forgetLogs(tx, journalled, BEFORE))).toBe(false)
    expect(await logs(all)).toEqual([3, 3, 3, 3])
    expect(await storage.unitOfWork(tx => forgetLogs(tx, real, BEFORE))).toBe(false)
    expect(await logs(all)).toEqual([0, 3, 3, 3])
    // The chain goes on, and so does this.
    await storage.unitOfWork(tx =>
      tx.indexedBlocks.insert({ id: 'next', source: SOURCE, number: NEWEST + 1, hash: '0x2' }),
    )
    await storage.unitOfWork(tx => forgetLogs(tx, real, BEFORE))
    expect(await logs(all)).toEqual([0, 3, 3, 0])
  })

  test('behaviour: it waits until the end is old enough, and reads the later events only then', async () => {
    const young = await meterWith([1, 5], { closed: true }, BEFORE / 1_000 + 1)
    const later = await meterWith([6], { closed: true })
    await storage.unitOfWork(tx => forgetLogs(tx, real, BEFORE))
    expect(await logs([young, later])).toEqual([2, 1])
    await storage.unitOfWork(tx => forgetLogs(tx, real, BEFORE + 1_000))
    expect(await logs([young, later])).toEqual([0, 0])
  })

  test('behaviour: long logs and many go in parts, a bounded one each time', async () => {
    const long = await meterWith(
      Array.from({ length: 2_400 }, () => 7),
      { closed: true },
    )
    const short: Subscription[] = []
    for (let made = 0; made < 60; made += 1) short.push(await meterWith([8], { closed: true }))
    const left: number[] = []
    for (let more = true; more; ) {
      more = await storage.unitOfWork(tx => forgetLogs(tx, real, BEFORE))
      left.push((await logs([long, ...short])).reduce((sum, rows) => sum + rows, 0))
    }
    expect(left.at(-1)).toBe(0)
    expect(left.every((rows, at) => (left[at - 1] ?? 2_460) - rows <= 1_000)).toBe(true)
  })
})
