import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeMeter } from '../../src/actions/meter/change-meter.ts'
import type { Subscription } from '../../src/domain/entities.ts'
import { CONFIRMATIONS, DEPTH, openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

const pendingJobs = (checkout: { subscription: { id: string } }) =>
  stack.storage.read(tx => tx.jobs.pendingOf(checkout.subscription.id))

/** The payer stops in the next block; nobody has looked yet. */
async function stopOnChain(checkout: Awaited<ReturnType<typeof openMeter>>) {
  await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
  await stack.strange.mine(CONFIRMATIONS)
}

/** A meter that the payer stopped after 30 seconds and the merchant cancelled after 50, before the stop was seen. */
async function cancelledAfterStop() {
  const checkout = await openMeter(stack)
  await stack.strange.mine(DEPTH)
  stack.forward(30)
  await stopOnChain(checkout)
  stack.forward(20)
  await stack.cancel(checkout)
  const cancelled = { stored: await stack.stored(checkout), jobs: await pendingJobs(checkout) }
  const startedAt = cancelled.stored.subscription.startedAt as number
  expect(cancelled.stored.subscription.endedAt).toBe(startedAt + 50_000)
  await stack.running().indexer.look()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    endedAt: startedAt + 30_000,
    cancelReason: 'merchant',
  })
  expect((await pendingJobs(checkout))[0]?.toSecond).toBe(30)
  return { checkout, cancelled, startedAt }
}

describe('a stop that was seen after the meter had ended, and is orphaned', () => {
  test('behaviour: leaves the meter and its closing as if it had never been seen', async () => {
    const { checkout, cancelled } = await cancelledAfterStop()
    await stack.strange.reorg(CONFIRMATIONS)
    await stack.running().indexer.look()
    expect({ stored: await stack.stored(checkout), jobs: await pendingJobs(checkout) }).toEqual(cancelled)
    await stack.strange.mine(CONFIRMATIONS)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      endedAt: cancelled.stored.subscription.endedAt,
      billedSeconds: 50,
      closed: true,
    })
    expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(950_000_000n)
  })

  test('behaviour: whose closing was booked up to the stop, has its end back, and is charged what that closing says', async () => {
    const { checkout, cancelled } = await cancelledAfterStop()
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({ closed: true, billedSeconds: 30 })
    await stack.strange.reorg(2 * CONFIRMATIONS + 3)
    expect(await stack.running().chain.meterState(checkout.subscription.meterId)).toMatchObject({
      status: 'open',
      stoppedAt: null,
    })
    await stack.settle(6)
    const charges = await stack.strange.charges()
    expect(charges.map(({ toSecond }) => toSecond)).toEqual([30])
    const { subscription, invoices } = await stack.stored(checkout)
    expect(subscription).toMatchObject({
      endedAt: cancelled.stored.subscription.endedAt,
      closed: true,
      billedSeconds: 30,
      refunded: 970_000_000n,
    })
    expect(invoices.map(({ seconds, status, txHash }) => [seconds, status, txHash])).toEqual([
      [30, 'paid', charges[0]?.txHash],
    ])
  })

  test('behaviour: and comes back in a later block, ends the meter there', async () => {
    const { checkout, startedAt } = await cancelledAfterStop()
    await stack.strange.rollBack(CONFIRMATIONS, startedAt / 1000 + 40)
    await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
    await stack.strange.mineAt(startedAt / 1000 + 40)
    await stack.strange.mine(CONFIRMATIONS)
    await stack.running().indexer.look()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      endedAt: startedAt + 40_000,
      cancelReason: 'merchant',
    })
    expect((await pendingJobs(checkout))[0]?.toSecond).toBe(40)
    // And should that one be orphaned too, the first end is still known.
    await stack.strange.reorg(CONFIRMATIONS + 1)
    await stack.running().indexer.look()
    expect((await stack.stored(checkout)).subscription.endedAt).toBe(startedAt + 50_000)
  })
})

test('behaviour: a stop that ended the meter and comes back in a later block ends it there', async () => {
  const checkout = await openMeter(stack)
  await stack.strange.mine(DEPTH)
  const startedAt = (await stack.stored(checkout)).subscription.startedAt as number
  stack.forward(30)
  await stopOnChain(checkout)
  stack.forward(40)
  await stack.running().indexer.look()
  expect((await stack.stored(checkout)).subscription.endedAt).toBe(startedAt + 30_000)
  await stack.strange.rollBack(CONFIRMATIONS, startedAt / 1000 + 60)
  await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
  await stack.strange.mineAt(startedAt / 1000 + 60)
  await stack.strange.mine(CONFIRMATIONS)
  await stack.settle()
  await stack.settle()
  const { subscription, events } = await stack.stored(checkout)
  expect(subscription).toMatchObject({
    endedAt: startedAt + 60_000,
    cancelReason: 'stopped_on_chain',
    billedSeconds: 60,
    closed: true,
  })
  expect(events.filter(type => type === 'subscription.canceled')).toHaveLength(1)
})

test('behaviour: a closing asks for nothing after a stop whose block does not count yet, pauses left out', async () => {
  const checkout = await openMeter(stack)
  const act = (type: 'started' | 'paused' | 'resumed') =>
    stack.inUnit(async operation => {
      const found = (await operation.tx.subscriptions.get(checkout.subscription.id)) as Subscription
      await changeMeter(operation, found, { type, by: 'merchant' })
    })
  stack.forward(10)
  await act('paused')
  stack.forward(60)
  await act('resumed')
  stack.forward(20)
  await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
  await stack.strange.mine()
  stack.forward(9)
  const job = await stack.cancel(checkout)
  // The escrow itself would grant the pause as well: it knows of none.
  expect((await stack.job(job))?.toSecond).toBe(39)
  await stack.running().worker.drain()
  await stack.settle()
  expect((await stack.strange.charges()).map(({ toSecond }) => toSecond)).toEqual([30])
  const { subscription, invoices } = await stack.stored(checkout)
  expect(subscription).toMatchObject({ closed: true, billedSeconds: 30, refunded: 970_000_000n })
  expect(subscription.endedAt).toBe((subscription.startedAt as number) + 90_000)
  expect(invoices.map(({ seconds, periodEnd }) => [seconds, periodEnd])).toEqual([[30, subscription.endedAt]])
})
