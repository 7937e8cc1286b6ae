import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '../../src/domain/entities.ts'
import type { Accepted } from '../../src/worker/checkouts.fixture.ts'
import type { RpcCall } from './faulty-proxy.ts'
import { CONFIRMATIONS, openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

/** Whether this requests the escrow's log of these meters alone. */
function asksFor({ method, params }: RpcCall, meters: readonly Accepted[]): boolean {
  const [, ids] = (params[0] as { topics?: (string | string[])[] } | undefined)?.topics ?? []
  return (
    method === 'eth_getLogs' && meters.some(({ subscription }) => [ids].flat().includes(subscription.meterId))
  )
}

/** From now on a request for this meter alone is served at once and returned when it is released. */
function hold(meter: Accepted) {
  const begun = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  stack.proxy.misbehave(async (call, forward) => {
    if (!asksFor(call, [meter])) return null
    const reply = await forward()
    begun.resolve()
    await told.promise
    return { reply }
  })
  return { begun: begun.promise, letGo: () => told.resolve() }
}

const mark = ({ subscription }: Accepted) =>
  stack.storage.unitOfWork(async tx => {
    const found = (await tx.subscriptions.get(subscription.id)) as Subscription
    await tx.subscriptions.update({ ...found, logFaulty: true })
  })
const logOf = ({ subscription }: Accepted) =>
  stack.storage.read(async tx =>
    (await tx.escrowEvents.ofMeter(subscription.meterId)).map(({ kind, txHash }) => ({ kind, txHash })),
  )

describe('while the log of one meter is read again', () => {
  test('behaviour: the work of others is sent and booked', async () => {
    const [slow, other] = [await openMeter(stack), await openMeter(stack)]
    await mark(slow)
    const { begun, letGo } = hold(slow)
    stack.forward(10)
    const job = await stack.cancel(other)
    for (let block = 0; block < 6; block += 1) {
      await stack.work()
      await stack.strange.mine()
    }
    await begun
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect((await stack.stored(slow)).subscription.logFaulty).toBe(true)
    letGo()
    await stack.running().indexer.caughtUp()
    expect((await stack.stored(slow)).subscription.logFaulty).toBe(false)
  })

  test('behaviour: and its blocks are orphaned, nothing of it is booked, and it is read again', async () => {
    const slow = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    const [, settled] = await logOf(slow)
    await mark(slow)
    const { begun, letGo } = hold(slow)
    await stack.work()
    await begun
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.strange.mine()
    await stack.running().indexer.poll()
    expect((await logOf(slow)).map(({ kind }) => kind)).toEqual(['opened'])
    letGo()
    await stack.running().indexer.caughtUp()
    expect((await logOf(slow)).map(({ kind }) => kind)).toEqual(['opened'])
    await stack.settle(6)
    await stack.running().indexer.caughtUp()
    expect((await stack.stored(slow)).subscription).toMatchObject({ logFaulty: false, billedSeconds: 100 })
    expect((await stack.strange.charges()).map(({ txHash }) => txHash)).toEqual([settled?.txHash])
  })

  test('behaviour: the work ends without it, and books nothing of it any more', async () => {
    const slow = await openMeter(stack)
    await mark(slow)
    const { begun, letGo } = hold(slow)
    await stack.work()
    await begun
    const { worker, indexer } = stack.running()
    await worker.stop()
    letGo()
    await indexer.caughtUp()
    expect((await stack.stored(slow)).subscription.logFaulty).toBe(true)
  })
})

test('error: of a batch, one meter whose log cannot be had keeps the others from nothing', async () => {
  const meters = [await openMeter(stack), await openMeter(stack)]
  stack.forward(100)
  await stack.work()
  const jobs = await stack.storage.read(async tx => {
    const awaited = await tx.jobs.awaited('test', stack.operator.address)
    return tx.jobs.pendingOfTransactions(awaited.map(({ id }) => id))
  })
  const [first] = jobs.flatMap(({ subscriptionId }) =>
    meters.filter(({ subscription }) => subscription.id === subscriptionId),
  ) as [Accepted]
  stack.proxy.misbehave(call => {
    if (call.method !== 'eth_getLogs') return null
    return asksFor(call, meters) && !asksFor(call, [first]) ? null : { reply: { result: [] } }
  })
  await stack.settle()
  const after = await Promise.all(jobs.map(({ id }) => stack.job(id)))
  expect(after.map(job => job?.status)).toEqual(['pending', 'done'])
  stack.proxy.misbehave(null)
  await stack.settle()
  expect((await stack.stored(first)).subscription.billedSeconds).toBe(100)
})
