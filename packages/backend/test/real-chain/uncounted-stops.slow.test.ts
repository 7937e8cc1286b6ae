import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeMeter } from '../../src/actions/meter/change-meter.ts'
import type { Subscription } from '../../src/domain/entities.ts'
import { refuseStopped } from '../../src/routes/subscriptions.ts'
import type { Accepted } from '../../src/worker/checkouts.fixture.ts'
import { openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
let checkout: Accepted
beforeEach(async () => {
  stack = await startRealStack()
  checkout = await openMeter(stack)
})
afterEach(() => stack.remove())

const act = (type: 'paused' | 'resumed') =>
  stack.inUnit(async operation => {
    const found = (await operation.tx.subscriptions.get(checkout.subscription.id)) as Subscription
    await changeMeter({ ...operation, policy: stack.policy }, found, { type, by: 'merchant' })
  })

/** The payer stops in the next block, which does not count yet. */
async function stopOnChain() {
  await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
  await stack.strange.mine()
}

const charged = async () => (await stack.strange.charges()).map(({ toSecond }) => toSecond)

// docs/money.md, rule 21
test('behaviour: a scheduled settlement after a stop whose block does not count yet charges no second after it for a pause', async () => {
  stack.forward(10)
  await act('paused')
  stack.forward(60)
  await act('resumed')
  stack.forward(60)
  await stopOnChain()
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

// docs/money.md, rule 21
test('behaviour: a pause after a stop whose block does not count yet takes back no second from before it', async () => {
  stack.forward(60)
  await stopOnChain()
  await act('paused')
  stack.forward(55)
  const { subscription } = await stack.stored(checkout)
  await expect(refuseStopped(stack.running().chain, subscription)).rejects.toMatchObject({
    code: 'subscription_invalid_state',
  })
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
