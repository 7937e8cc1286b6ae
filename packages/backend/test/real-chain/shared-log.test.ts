import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { Indexer } from '../../src/worker/indexer/indexer.ts'
import { openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
}, 60_000)
afterEach(() => stack.remove())

/** Another shard's process: it reads the same log for the same database. */
function secondIndexer(changes: Partial<Chain>): Indexer {
  return new Indexer({
    ...{ ...stack.indexing, mode: 'test', operators: [stack.operator.address], metrics: createMetrics() },
    chain: { ...stack.running().chain, ...changes },
    wake: () => {},
  })
}

/** Asks the chain at once, and has the answer when it is told to go on. */
function slowly<Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) {
  const asked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = async (...args: Args) => {
    const answer = await ask(...args)
    asked.resolve()
    await goOn.promise
    return answer
  }
  return { slow, asked: asked.promise, goOn: goOn.resolve }
}

test('behaviour: what a slower reader has seen undoes nothing that a faster one has booked since (docs/money.md, rule 76)', async () => {
  const meter = await openMeter(stack)
  await stack.strange.mine()
  const { chain } = stack.running()
  const read = slowly(chain.escrowEvents)
  const again = slowly(chain.meterLog)
  const looking = secondIndexer({ escrowEvents: read.slow }).look()
  const rereading = secondIndexer({ meterLog: again.slow }).reread(meter.subscription.meterId)
  await Promise.all([read.asked, again.asked])

  stack.forward(100)
  await stack.settle()
  const booked = await stack.stored(meter)
  expect(booked.invoices).toMatchObject([{ status: 'paid', seconds: 100 }])
  read.goOn()
  again.goOn()
  await Promise.all([looking, rereading])
  expect(await stack.stored(meter)).toEqual(booked)
  expect(booked.subscription.loggedSeconds).toBe(100)
  expect(await stack.storage.read(tx => tx.escrowEvents.ofMeter(meter.subscription.meterId))).toHaveLength(2)
}, 60_000)
