import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Chain, ChainEvent } from '../../chain/chain.ts'
import { ChainError } from '../../chain/chain-error.ts'
import { perform } from '../../chain/local-stack.fixture.ts'
import type { Subscription } from '../../domain/entities.ts'
import { createMetrics } from '../../observability/metrics.ts'
import { hashOf } from '../../storage/entities.fixture.ts'
import type { Checkout } from '../checkouts.fixture.ts'
import { startWorkerStack, type WorkerStack } from '../worker-stack.fixture.ts'
import type { Indexer } from './indexer.ts'

const OTHER_OPERATOR = `0x${'12'.repeat(20)}` as const

let stack: WorkerStack
beforeAll(async () => {
  stack = await startWorkerStack()
})
afterAll(() => stack.remove())

const indexer = (changes: Partial<Chain> = {}) => stack.worker({ chain: changes }).indexers[0] as Indexer
/** Reads on, and reads again the logs that could not be booked. */
async function lookAndReread(asked: Indexer | undefined) {
  await asked?.poll()
  await asked?.caughtUp()
}
const statusOf = async (checkout: Checkout) => (await stack.stored(checkout)).subscription.status

test('behaviour: a read block is not read again, by the same process or the next', async () => {
  const { escrowEvents } = stack.test
  const asked = vi.fn(escrowEvents)
  await indexer({ escrowEvents: asked }).poll()
  const head = await stack.test.head()
  const same = indexer({ escrowEvents: asked })
  await same.poll()
  await same.poll()
  await stack.local.mint(stack.operator.address, 1n)
  await same.poll()
  expect(asked.mock.calls.slice(-1)).toEqual([[head.number + 1, head.number + 1]])
})

// docs/money.md, rule 28
test('behaviour: only the operator in its terms books a meter, and reads it again, in any order of readers', async () => {
  const other = indexer({ facts: { ...stack.test.facts, operator: OTHER_OPERATOR } })
  await other.poll()
  const checkout = await stack.prepare()
  const { terms, id, meterId } = checkout.subscription
  await stack.accept(checkout)
  await perform(stack, { kind: 'open', terms, signature: checkout.signature })
  const before = await stack.stored(checkout)
  await other.poll()
  expect(await other.position()).toBe((await stack.test.head()).number)
  expect(await stack.stored(checkout)).toEqual(before)
  await indexer().poll()
  expect(await statusOf(checkout)).toBe('running')
  const log = () => stack.storage.read(tx => tx.escrowEvents.ofMeter(meterId))
  expect((await log()).map(({ kind, source }) => [kind, source])).toEqual([['opened', indexer().source]])

  await stack.storage.unitOfWork(async tx => {
    const meter = (await tx.subscriptions.get(id)) as Subscription
    await tx.subscriptions.update({ ...meter, logFaulty: true })
  })
  await lookAndReread(other)
  expect((await stack.stored(checkout)).subscription.logFaulty).toBe(true)
  await lookAndReread(indexer())
  expect((await stack.stored(checkout)).subscription.logFaulty).toBe(false)
  expect(await log()).toHaveLength(1)
})

test('error: a silent chain is reported, and the read events stay', async () => {
  const position = await indexer().position()
  const escrowEvents = async () => {
    throw new ChainError('unreachable', 'gone')
  }
  await stack.local.mint(stack.operator.address, 1n)
  await expect(indexer({ escrowEvents }).poll()).rejects.toMatchObject({ code: 'unreachable' })
  expect(await indexer().position()).toBe(position)
})

test('error: an incomplete log is read again for the meter, and alarms when it stays incomplete', async () => {
  const checkout = await stack.prepare()
  await stack.accept(checkout)
  await stack.worker().drain()
  const { terms } = checkout.subscription
  stack.clock.moveTo(stack.clock.now() / 1000 + 60)
  await stack.embedded.mine()
  const first = await perform(stack, { kind: 'settle', terms, toSecond: 30 })
  await perform(stack, { kind: 'settle', terms, toSecond: 60 })
  const without = (events: ChainEvent[]) => events.filter(({ txHash }) => txHash !== first.hash)
  const { escrowEvents, meterLog } = stack.test
  const partial: Partial<Chain> = {
    escrowEvents: async (from, to) => {
      const { events, last } = await escrowEvents(from, to)
      return { events: without(events), last }
    },
    meterLog: async (...asked) => without(await meterLog(...asked)),
  }
  const before = (await stack.stored(checkout)).subscription
  const metrics = createMetrics()
  const worker = stack.worker({ chain: partial, metrics })
  await lookAndReread(worker.indexers[0])
  expect((await stack.stored(checkout)).subscription).toEqual({ ...before, logFaulty: true })
  await lookAndReread(worker.indexers[0])
  expect(metrics.render()).toContain('billing_ledger_alarms_total{mode="test",alarm="log_differs"} 1')

  // Another process finds it, and an endpoint that has it all.
  await lookAndReread(indexer())
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    billedSeconds: 60,
    settledGross: 60_000_000n,
  })
  expect(await statusOf(checkout)).toBe('running')
})

test('error: a meter that the operator opened without a request here is an alarm, of that operator alone', async () => {
  const checkout = await stack.prepare()
  const { terms } = checkout.subscription
  const [metrics, others] = [createMetrics(), createMetrics()]
  const chain = { facts: { ...stack.test.facts, operator: OTHER_OPERATOR } }
  const workers = [stack.worker({ metrics }), stack.worker({ metrics: others, chain })]
  for (const { indexers } of workers) await indexers[0]?.poll()
  await perform(stack, { kind: 'open', terms, signature: checkout.signature })
  for (const { indexers } of workers) await indexers[0]?.poll()
  expect(metrics.render()).toContain('billing_ledger_alarms_total{mode="test",alarm="meter_unknown"} 1')
  expect(others.render()).not.toContain('alarm="meter_unknown"')
})

// docs/money.md, rule 23
test.each([
  ['in a batch of charges is in the log of its meter', 'settleBatch', ['opened', 'skipped']],
  ['in a batch of openings proves nothing', 'openBatch', ['opened']],
  ['in a stranger’s batch proves nothing', null, ['opened']],
] as const)('behaviour: a skip %s', async (_, purpose, kinds) => {
  const { subscription } = await stack.running()
  const { meterId } = subscription
  await stack.local.mint(stack.operator.address, 1n)
  const { number, hash: blockHash, timestamp } = await stack.test.head()
  const txHash = hashOf(`a batch of ${purpose}`)
  const skip: ChainEvent = {
    ...{
      kind: 'skipped',
      meterId,
      txHash,
      logIndex: 9,
      terms: null,
      timestamp,
      blockNumber: number,
      blockHash,
    },
    ...{ fromSecond: 0, toSecond: 0, gross: 0n, fee: 0n, refunded: 0n },
  }
  if (purpose !== null)
    await stack.storage.unitOfWork(tx =>
      tx.transactions.insert({
        ...{
          id: stack.newId('txn_'),
          chainId: 1,
          sender: stack.operator.address,
          nonce: 7_000,
          hash: txHash,
        },
        ...{ raw: '0x', purpose, blockTimestamp: null, status: 'signed', includedIn: null, created: 1 },
      }),
    )
  const withSkip: Partial<Chain> = {
    escrowEvents: async (from, to) => {
      const { events, last } = await stack.test.escrowEvents(from, to)
      return { events: [...events, skip], last }
    },
    meterLog: async (...request) => [...(await stack.test.meterLog(...request)), skip],
  }
  const log = async () =>
    (await stack.storage.read(tx => tx.escrowEvents.ofMeter(meterId))).map(({ kind }) => kind)
  await lookAndReread(indexer(withSkip))
  expect(await log()).toEqual(kinds)
  await indexer(withSkip).reread(meterId)
  expect(await log()).toEqual(kinds)
})
