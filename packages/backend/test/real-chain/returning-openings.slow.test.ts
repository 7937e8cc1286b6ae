import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Checkout } from '../../src/worker/checkouts.fixture.ts'
import { CONFIRMATIONS, type RealStack, startRealStack } from './real-stack.ts'
import { GWEI } from './strange-chain.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ maxFeePerGas: 400n * GWEI })
})
afterEach(() => stack.remove())

const stateOf = ({ subscription }: Checkout) => stack.running().chain.meterState(subscription.meterId)

test('behaviour: an opening that was found on chain and orphaned is sent by the service itself', async () => {
  const checkout = await stack.prepare()
  await stack.strange.mine(6)
  await stack.accept(checkout)
  // Our own, but in no journal: sent by another holder of the operator's key.
  const { chain } = stack.running()
  const { terms } = checkout.subscription
  const call = { kind: 'open', terms, signature: checkout.signature } as const
  const foreign = await chain.sign(call, await chain.transactionCount())
  await chain.send(foreign)
  await stack.strange.mine()
  await stack.settle()
  const before = await stack.stored(checkout)
  expect(before.subscription).toMatchObject({ status: 'running', openingTxHash: foreign.hash })
  await stack.strange.reorg(CONFIRMATIONS + 3)
  expect(await stateOf(checkout)).toEqual({ status: 'unknown' })
  await stack.settle(6)
  const [own] = await stack.journal()
  expect(await stateOf(checkout)).toMatchObject({ status: 'open' })
  expect(await stack.stored(checkout)).toEqual({
    ...before,
    subscription: { ...before.subscription, openingTxHash: own?.hash },
  })
})
