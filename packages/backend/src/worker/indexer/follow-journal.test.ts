import { beforeEach, describe, expect, test } from 'vitest'
import type { ChainJob, ChainTransaction, EscrowEvent, Subscription } from '../../domain/entities.ts'
import { aJob, aProduct, aSubscription, hashOf, newId } from '../../storage/entities.fixture.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/test-storage.fixture.ts'
import { followJournal } from './follow-journal.ts'

let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})

const signed = (hash: string, changes: Partial<ChainTransaction> = {}): ChainTransaction => ({
  ...{
    id: newId('txn_'),
    chainId: 1,
    sender: `0x${'0a'.repeat(20)}`,
    nonce: 7,
    hash: hashOf(hash),
    raw: '0x',
  },
  ...{ purpose: 'settleBatch', blockTimestamp: null, status: 'signed', includedIn: null, created: 1 },
  ...changes,
})
const eventOf = ({ meterId }: Subscription, txHash: ChainTransaction['hash']): EscrowEvent => ({
  ...{ id: newId('evt_'), source: 'log', meterId, kind: 'settled', blockNumber: 5, logIndex: 0, txHash },
  ...{ timestamp: 1, fromSecond: 0, toSecond: 60, gross: 1n, fee: 0n, refunded: 0n },
})

/** A batch that was signed twice, and charged two meters in the block that shows its second signing. */
async function aBatch() {
  const product = aProduct()
  const meters = [aSubscription(product), aSubscription(product)] as const
  const given = signed('first', { status: 'replaced' })
  const included = signed('second', { status: 'included', includedIn: 5 })
  const jobs = meters.map((meter): ChainJob => aJob(meter, { status: 'done', transactionId: given.id }))
  await storage.unitOfWork(async tx => {
    await tx.products.insert(product)
    for (const meter of meters) await tx.subscriptions.insert(meter)
    for (const each of [given, included]) await tx.transactions.insert(each)
    for (const job of jobs) await tx.jobs.insert(job)
  })
  const events = meters.map(meter => eventOf(meter, included.hash))
  const follow = (changes: { fresh?: EscrowEvent[]; removed?: EscrowEvent[]; isFork: boolean }) =>
    storage.unitOfWork(tx => followJournal(tx, meters, { fresh: [], removed: [], ...changes }))
  const outcomes = async () => {
    const rows = await storage.read(tx => tx.transactions.ofNonce(given))
    return [given, included].map(({ id }) => {
      const row = rows.find(each => each.id === id)
      return [row?.status, row?.includedIn]
    })
  }
  return { jobs, events, follow, outcomes }
}

// docs/money.md, rule 38
describe('the journal', () => {
  test('behaviour: when a block is orphaned, the transaction is pending again, and so is its work', async () => {
    const { jobs, events, follow, outcomes } = await aBatch()
    const again = await follow({ removed: events, isFork: true })
    expect(again.map(({ id }) => id).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
    expect(await outcomes()).toEqual([
      ['replaced', null],
      ['signed', null],
    ])
  })

  test('behaviour: work that is pending already is not named once more', async () => {
    const { jobs, events, follow } = await aBatch()
    const [pending, done] = jobs as [ChainJob, ChainJob]
    await storage.unitOfWork(tx => tx.jobs.update({ ...pending, status: 'pending' }))
    expect(await follow({ removed: events, isFork: true })).toEqual([done])
  })

  test('behaviour: when one meter’s log lacks an event, only that meter’s work is to be done again', async () => {
    const { jobs, events, follow, outcomes } = await aBatch()
    const again = await follow({ removed: events.slice(0, 1), isFork: false })
    expect(again).toEqual([jobs[0]])
    expect(await outcomes()).toEqual([
      ['replaced', null],
      ['included', 5],
    ])
  })

  test('behaviour: a transaction that another block shows is in that block, and nothing is done again', async () => {
    const { events, follow, outcomes } = await aBatch()
    const moved = events.map(event => ({ ...event, id: newId('evt_'), blockNumber: 6 }))
    expect(await follow({ fresh: moved, removed: events, isFork: true })).toEqual([])
    expect(await outcomes()).toEqual([
      ['replaced', null],
      ['included', 6],
    ])
  })

  // docs/money.md, rule 29
  test('behaviour: whichever signing a block shows, the others are replaced', async () => {
    const { events, follow, outcomes } = await aBatch()
    const first = events.map(event => ({ ...event, id: newId('evt_'), txHash: hashOf('first') }))
    const again = await follow({ fresh: first, removed: events, isFork: true })
    expect(again).toHaveLength(2)
    expect(await outcomes()).toEqual([
      ['included', 5],
      ['replaced', null],
    ])
  })
})
