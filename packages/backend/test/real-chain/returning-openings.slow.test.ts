import type { Hex } from '@per-second/protocol/types'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Checkout } from '../../src/worker/checkouts.fixture.ts'
import { CONFIRMATIONS, openMeter, type RealStack, startRealStack } from './real-stack.ts'
import { GWEI } from './strange-chain.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ maxFeePerGas: 400n * GWEI })
})
afterEach(() => stack.remove())

const stateOf = ({ subscription }: Checkout) => stack.running().chain.meterState(subscription.meterId)
/** Its blocks are too dear for the service's transactions. */
async function mineWithoutUs(blocks: number) {
  for (let block = 0; block < blocks; block += 1) {
    await stack.strange.setBaseFee(5_000n * GWEI)
    await stack.strange.mine()
    await stack.work()
  }
}

/** So many blocks are rolled back, and others come that have these transactions, before it is too late. */
async function comesBack(checkout: Checkout, blocks: number, raws: Hex[]) {
  const at = checkout.subscription.terms.openBy - 500
  await stack.strange.rollBack(blocks, at)
  await stack.strange.setBaseFee(GWEI)
  for (const raw of raws) await stack.strange.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] })
  await stack.strange.mineAt(at)
  await stack.strange.mineAt(at)
  await stack.strange.mine(blocks)
  expect(await stateOf(checkout)).toMatchObject({ status: 'open' })
}

test('behaviour: an opening that was lost, and comes back, is closed at 0 seconds, and the deposit is the payer’s', async () => {
  const checkout = await openMeter(stack)
  const raws = (await stack.journal()).map(({ raw }) => raw)
  await stack.strange.reorg(CONFIRMATIONS + 2)
  stack.forward(900)
  await mineWithoutUs(CONFIRMATIONS + 1)
  const lost = await stack.stored(checkout)
  expect(lost.subscription.cancelReason).toBe('opening_lost')

  await comesBack(checkout, CONFIRMATIONS + 2, raws)
  expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(0n)
  await stack.settle(8)
  expect(await stateOf(checkout)).toMatchObject({ status: 'closed', billedSeconds: 0 })
  expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(1_000_000_000n)
  expect(await stack.stored(checkout)).toEqual({
    ...lost,
    subscription: { ...lost.subscription, refunded: 1_000_000_000n },
  })
  expect(await stack.storage.read(tx => tx.jobs.pendingOf([checkout.subscription.id]))).toEqual([])
})

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
