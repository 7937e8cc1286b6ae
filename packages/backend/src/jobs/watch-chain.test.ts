import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { perform, sendAsPayer } from '../chain/local-stack.fixture.ts'
import type { Checkout } from './checkouts.fixture.ts'
import { createChainWatcher } from './watch-chain.ts'
import { startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

vi.setConfig({ testTimeout: 30_000 })

let stack: WorkerStack
beforeAll(async () => {
  stack = await startWorkerStack()
}, 30_000)
afterAll(() => stack.remove())

const watcher = (changes: Partial<Chain> = {}) => {
  const { storage, clock, newId, test, live } = stack
  return createChainWatcher({ storage, clock, newId, chains: { test: { ...test, ...changes }, live } })
}
const statusOf = async (checkout: Checkout) => (await stack.stored(checkout)).subscription.status

test('behaviour: a stop that is read before its opening is booked waits for it, and is not forgotten', async () => {
  const checkout = await stack.prepare()
  const { terms } = checkout.subscription
  await stack.accept(checkout)
  await perform(stack, { kind: 'open', terms, signature: checkout.signature })
  await sendAsPayer(stack, checkout.payer, 'stop', terms)
  const watch = watcher()
  await watch.look()
  expect(await statusOf(checkout)).toBe('incomplete')
  await stack.worker().drain()
  expect(await statusOf(checkout)).toBe('running')
  await watch.look()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    status: 'canceled',
    cancelReason: 'stopped_on_chain',
    endedAt: stack.clock.now(),
  })
  await stack.worker().drain()
  expect((await stack.stored(checkout)).session).toMatchObject({ status: 'complete', openingInFlight: false })
})

test('behaviour: a stop takes back seconds that were counted after it', async () => {
  const checkout = await stack.prepare()
  await stack.accept(checkout)
  await stack.worker().drain()
  stack.clock.moveTo(stack.clock.now() / 1000 + 40)
  await stack.embedded.mine()
  await sendAsPayer(stack, checkout.payer, 'stop', checkout.subscription.terms)
  const stoppedAt = stack.clock.now()
  stack.clock.moveTo(stoppedAt / 1000 + 25)
  await watcher().look()
  await stack.worker().drain()
  expect((await stack.stored(checkout)).subscription).toMatchObject({
    endedAt: stoppedAt,
    billedSeconds: 40,
    settledGross: 40_000_000n,
    refunded: 960_000_000n,
  })
})

test('behaviour: a real chain is read from now on, and after a restart from where it was', async () => {
  const { eventsSince } = stack.test
  const asked = vi.fn(eventsSince)
  await watcher({ embedded: false, eventsSince: asked }).look()
  const { nextBlock } = await eventsSince('now')
  await stack.local.mint(stack.operator.address, 1n)
  await watcher({ embedded: false, eventsSince: asked }).look()
  expect(asked.mock.calls.map(([from]) => from)).toEqual(['now', nextBlock, nextBlock])
})

test('error: a mode whose chain does not answer is said to, and keeps the other from nothing', async () => {
  const checkout = await stack.prepare('live')
  await stack.accept(checkout)
  await stack.worker().drain()
  const { parameters } = stack
  const escrow = stack.live.facts.escrow
  await sendAsPayer(
    { ...stack, parameters: { ...parameters, escrow } },
    checkout.payer,
    'stop',
    checkout.subscription.terms,
  )
  const eventsSince = async () => {
    throw new ChainError('unreachable', 'gone')
  }
  await expect(watcher({ eventsSince }).look()).rejects.toMatchObject({ code: 'unreachable' })
  expect(await statusOf(checkout)).toBe('canceled')
})
