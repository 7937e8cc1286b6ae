import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import { localPolicy } from '../../domain/billing-policy.fixture.ts'
import type { ChainTransaction, Subscription } from '../../domain/entities.ts'
import { createIds } from '../../domain/id.ts'
import { createMetrics } from '../../observability/metrics.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/test-storage.fixture.ts'
import { Indexer } from './indexer.ts'
import { aModelMeter, createModelChain, DEPTH, START } from './model-chain.fixture.ts'

const newId = createIds(() => START)
let storage: Storage
beforeEach(async () => {
  const opened = await openTestStorage()
  storage = opened.storage
  return opened.remove
})

/** One meter that runs, on a chain of its own. */
async function aWorld(created = START) {
  const chain = createModelChain(newId('evt_'))
  const meter = { ...aModelMeter(chain, { id: newId('sub_'), customerId: newId('cus_') }), created }
  const { meterId, id, customerId, merchantId, mode } = meter
  await storage.unitOfWork(async tx => {
    await tx.customers.insert({
      ...{ id: customerId, merchantId, mode, email: 'ada@example.com', walletAddress: '0x01' },
      ...{ walletKey: customerId, subscriptionCount: 1, totalSettled: 0n, created: START },
    })
    await tx.subscriptions.insert(meter)
  })
  const reader = (changes: Partial<Chain> = {}) =>
    new Indexer({
      ...{ storage, newId, mode, policy: localPolicy, chain: { ...chain.port, ...changes } },
      ...{ metrics: createMetrics(), clock: { now: chain.now }, log: pino({ level: 'silent' }) },
    })
  const books = () =>
    storage.read(async tx => ({
      subscription: (await tx.subscriptions.get(id)) as Subscription,
      log: (await tx.escrowEvents.ofMeter(meterId)).map(({ kind, toSecond }) => [kind, toSecond]),
    }))
  /** This service sent the transaction of the last charge. @returns the row of its journal, as it is now */
  const journalled = async () => {
    const charge = chain.eventsOf(meterId).at(-1)
    const sent: ChainTransaction = {
      ...{ id: newId('txn_'), chainId: 1, sender: `0x${'0a'.repeat(20)}`, nonce: 7, raw: '0x' },
      ...{ hash: charge?.txHash ?? '0x', purpose: 'settle', blockTimestamp: null },
      ...{ status: 'included', includedIn: charge?.blockNumber ?? null, created: START },
    }
    await storage.unitOfWork(tx => tx.transactions.insert(sent))
    return async () => {
      const row = await storage.read(tx => tx.transactions.get(sent.id))
      return [row?.status, row?.includedIn]
    }
  }
  return { chain, meterId, reader, books, journalled }
}

test('behaviour: a charge that is back in another block is booked without a question for the meter’s log', async () => {
  const { chain, reader, books } = await aWorld()
  const meterLog = vi.fn(chain.port.meterLog)
  const indexer = reader({ meterLog })
  chain.charge(60)
  await indexer.poll()
  chain.recut(1, 5)
  await indexer.poll()
  await indexer.caughtUp()
  const { subscription, log } = await books()
  expect(log).toEqual([
    ['opened', 0],
    ['settled', 65],
  ])
  expect(subscription).toMatchObject({ billedSeconds: 65, loggedSeconds: 65, logFaulty: false })
  expect(meterLog).not.toHaveBeenCalled()
})

test('behaviour: a transaction of an orphaned block is signed again, not one that a reading of a meter lacks', async () => {
  const { chain, meterId, reader, books, journalled } = await aWorld()
  const indexer = reader()
  chain.charge(60)
  await indexer.poll()
  const place = chain.eventsOf(meterId).at(-1)?.blockNumber
  const journal = await journalled()
  const withoutCharges = async () => chain.eventsOf(meterId).filter(({ kind }) => kind === 'opened')
  await reader({ meterLog: withoutCharges }).reread(meterId)
  expect((await books()).log).toEqual([['opened', 0]])
  expect(await journal()).toEqual(['included', place])

  await indexer.reread(meterId)
  chain.drop(1)
  chain.pass()
  await indexer.poll()
  expect((await books()).log).toEqual([['opened', 0]])
  expect(await journal()).toEqual(['signed', null])
})

test('behaviour: what is booked while a meter’s log is read again stays booked', async () => {
  const { chain, meterId, reader, books } = await aWorld()
  chain.charge(60)
  const indexer: Indexer = reader({
    meterLog: async (...request) => {
      const log = await chain.port.meterLog(...request)
      chain.charge(30)
      await indexer.poll()
      return log
    },
  })
  await indexer.poll()
  await indexer.reread(meterId)
  expect((await books()).log).toEqual([
    ['opened', 0],
    ['settled', 60],
    ['settled', 90],
  ])
})

test('behaviour: a new reader finds an opening whose block is up to 15 minutes older than its meter’s row', async () => {
  const { chain, reader, books } = await aWorld(START + 890_000)
  chain.charge(60)
  for (let passed = 0; passed <= 2 * DEPTH; passed += 1) chain.pass()
  await reader().poll()
  expect((await books()).log).toEqual([
    ['opened', 0],
    ['settled', 60],
  ])
})
