import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { Hex } from '@per-second/protocol/types'
import { getAbiItem, toFunctionSelector } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeMeter } from '../../src/actions/meter/change-meter.ts'
import type { Subscription } from '../../src/domain/entities.ts'
import { refuseStopped } from '../../src/routes/subscriptions.ts'
import type { Accepted, Checkout } from '../../src/worker/checkouts.fixture.ts'
import { openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

const act = ({ subscription }: Checkout, type: 'started' | 'paused' | 'resumed') =>
  stack.inUnit(async operation => {
    const found = (await operation.tx.subscriptions.get(subscription.id)) as Subscription
    await changeMeter({ ...operation, policy: stack.policy }, found, { type, by: 'merchant' })
  })

/** The payer stops in the next block, which does not count yet. */
async function stopOnChain({ payer, subscription }: Checkout) {
  await stack.strange.onMeter(payer, 'stop', subscription.terms)
  await stack.strange.mine()
}

/** A meter that stood for a minute after its first ten seconds. */
async function pausedOnce(): Promise<Accepted> {
  const checkout = await openMeter(stack)
  stack.forward(10)
  await act(checkout, 'paused')
  stack.forward(60)
  await act(checkout, 'resumed')
  return checkout
}

/** A meter that its merchant starts a minute after its opening. */
async function startedLate(): Promise<Checkout> {
  const checkout = await stack.prepare('test', 'merchant')
  await stack.accept(checkout)
  await stack.settle()
  stack.forward(60)
  await act(checkout, 'started')
  stack.forward(10)
  return checkout
}

const pending = ({ subscription }: Checkout) => stack.storage.read(tx => tx.jobs.pendingOf([subscription.id]))

const charged = async () => (await stack.strange.charges()).map(({ toSecond }) => toSecond)

describe('a scheduled settlement after a stop whose block does not count yet', () => {
  test.each([
    ['a pause', pausedOnce],
    ['a late start', startedLate],
  ])('behaviour: charges no second after it for %s', async (_why, begin) => {
    const checkout = await begin()
    stack.forward(60)
    await stopOnChain(checkout)
    stack.forward(31)
    await stack.work()
    expect((await stack.stored(checkout)).subscription).toMatchObject({ status: 'running', endedAt: null })
    expect((await stack.journal()).map(({ purpose }) => purpose)).toEqual(['open'])
    await stack.settle()
    await stack.settle()
    expect(await charged()).toEqual([70])
    const { subscription, invoices } = await stack.stored(checkout)
    expect(subscription).toMatchObject({
      cancelReason: 'stopped_on_chain',
      billedSeconds: 70,
      refunded: 930_000_000n,
      closed: true,
    })
    expect(invoices.map(({ seconds, status }) => [seconds, status])).toEqual([[70, 'paid']])
  })

  test('behaviour: is made up for by the next one where that block is orphaned', async () => {
    const checkout = await pausedOnce()
    stack.forward(60)
    await stopOnChain(checkout)
    stack.forward(31)
    await stack.work()
    expect(await pending(checkout)).toEqual([])
    await stack.strange.reorg(1)
    stack.forward(100)
    await stack.settle(6)
    expect(await charged()).toEqual([200])
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'running',
      billedSeconds: 200,
    })
  })

  test('behaviour: costs no question about one meter alone', async () => {
    const asked: string[] = []
    const item = getAbiItem({ abi: meterEscrowAbi, name: 'state' })
    stack.proxy.misbehave(({ method, params }) => {
      const [call] = params as [{ data?: Hex }]
      if (method === 'eth_call' && call.data?.startsWith(toFunctionSelector(item))) asked.push(call.data)
      return null
    })
    const [plain, paused] = [await openMeter(stack), await pausedOnce()]
    stack.forward(100)
    await stack.work()
    expect((await pending(plain))[0]?.transactionId).not.toBeNull()
    expect((await pending(paused))[0]?.transactionId).not.toBeNull()
    expect(asked).toEqual([])
  })
})

test('behaviour: a pause after a stop whose block does not count yet takes back no second from before it', async () => {
  const checkout = await openMeter(stack)
  stack.forward(60)
  await stopOnChain(checkout)
  await act(checkout, 'paused')
  stack.forward(55)
  const resume = async () => {
    await refuseStopped(stack.running().chain, (await stack.stored(checkout)).subscription)
    await act(checkout, 'resumed')
  }
  await expect(resume()).rejects.toMatchObject({ code: 'subscription_invalid_state' })
  await stack.settle()
  await stack.settle()
  expect(await charged()).toEqual([60])
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    cancelReason: 'stopped_on_chain',
    pausedMillis: 0,
    billedSeconds: 60,
    closed: true,
  })
})

test('behaviour: a closing asks for nothing after a stop whose block does not count yet, pauses left out', async () => {
  const checkout = await pausedOnce()
  stack.forward(20)
  await stopOnChain(checkout)
  stack.forward(9)
  const job = await stack.cancel(checkout)
  // The escrow itself would grant the pause as well: it knows of none.
  expect((await stack.job(job))?.toSecond).toBe(39)
  await stack.running().worker.drain()
  await stack.settle()
  expect(await charged()).toEqual([30])
  const { subscription, invoices } = await stack.stored(checkout)
  expect(subscription).toMatchObject({ closed: true, billedSeconds: 30, refunded: 970_000_000n })
  expect(subscription.endedAt).toBe((subscription.startedAt as number) + 90_000)
  expect(invoices.map(({ seconds, periodEnd }) => [seconds, periodEnd])).toEqual([[30, subscription.endedAt]])
})
