import type { Hex } from '@per-second/protocol/types'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
async function comesBack(
  checkout: Checkout,
  blocks: number,
  raws: Hex[],
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const at = checkout.subscription.terms.openBy - 500
  await stack.strange.rollBack(blocks, at)
  await stack.strange.setBaseFee(GWEI)
  for (const raw of raws) await stack.strange.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] })
  await stack.strange.mineAt(at)
  await meanwhile()
  await stack.strange.mineAt(at)
  await stack.strange.mine(blocks)
  expect(await stateOf(checkout)).toMatchObject({ status: 'open' })
}

describe('an opening that was lost, and comes back', () => {
  test('behaviour: is closed at 0 seconds, and the deposit is the payer’s', async () => {
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
    expect(await stack.storage.read(tx => tx.jobs.pendingOf(checkout.subscription.id))).toEqual([])
  })

  test('behaviour: and that the payer stops at once, is closed at 0 seconds all the same', async () => {
    const checkout = await openMeter(stack)
    const raws = (await stack.journal()).map(({ raw }) => raw)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    stack.forward(900)
    await mineWithoutUs(CONFIRMATIONS + 1)
    const { terms } = checkout.subscription
    const lost = await stack.stored(checkout)
    expect(lost.subscription.endedAt).toBeGreaterThan((terms.openBy - 500) * 1_000)
    await comesBack(checkout, CONFIRMATIONS + 2, raws, () =>
      stack.strange.onMeter(checkout.payer, 'stop', terms),
    )
    await stack.settle(8)
    expect(await stateOf(checkout)).toMatchObject({ status: 'closed', billedSeconds: 0 })
    expect(await stack.stored(checkout)).toEqual({
      ...lost,
      subscription: { ...lost.subscription, refunded: 1_000_000_000n },
    })
  })

  test('behaviour: and that the payer reclaims in a block that is orphaned, is closed at 0 seconds', async () => {
    const checkout = await openMeter(stack)
    const raws = (await stack.journal()).map(({ raw }) => raw)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    stack.forward(900)
    await mineWithoutUs(CONFIRMATIONS + 1)
    const lost = await stack.stored(checkout)
    const { terms } = checkout.subscription
    await comesBack(checkout, CONFIRMATIONS + 2, raws, () =>
      stack.strange.onMeter(checkout.payer, 'stop', terms),
    )
    stack.forward(86_400)
    await stack.strange.onMeter(checkout.payer, 'reclaim', terms)
    await stack.strange.mine(CONFIRMATIONS)
    await stack.running().indexer.look()
    const reclaimed = { ...lost.subscription, refunded: 1_000_000_000n }
    expect((await stack.stored(checkout)).subscription).toEqual(reclaimed)
    await stack.strange.reorg(CONFIRMATIONS)
    await stack.settle(8)
    expect(await stateOf(checkout)).toMatchObject({ status: 'closed', billedSeconds: 0 })
    expect((await stack.stored(checkout)).subscription).toEqual(reclaimed)
    expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(1_000_000_000n)
  })

  test('behaviour: with a settlement of it that was on its way, is booked as the chain charged it', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    const { invoices } = await stack.stored(checkout)
    const raws = (await stack.journal()).map(({ raw }) => raw)
    await stack.strange.reorg(2 * CONFIRMATIONS + 6)
    stack.forward(900)
    await mineWithoutUs(CONFIRMATIONS + 1)
    expect((await stack.stored(checkout)).subscription.cancelReason).toBe('opening_lost')
    await comesBack(checkout, CONFIRMATIONS + 2, raws.slice(0, 1))
    await stack.settle(8)
    const charged = (await stack.strange.charges()).reduce((total, { gross }) => total + gross, 0n)
    expect(charged).toBe(100_000_000n)
    expect(await stateOf(checkout)).toMatchObject({ status: 'closed', billedSeconds: 100 })
    const after = await stack.stored(checkout)
    expect(after.subscription).toMatchObject({
      cancelReason: 'opening_lost',
      settledGross: charged,
      billedSeconds: 100,
      refunded: 900_000_000n,
    })
    expect(after.invoices.map(({ id, status, gross }) => [id, status, gross])).toEqual([
      [invoices[0]?.id, 'paid', charged],
    ])
    expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(900_000_000n)
  })

  test('behaviour: before anybody was told of it, is closed at 0 seconds: its session is free again', async () => {
    const checkout = await stack.prepare()
    await stack.strange.mine(CONFIRMATIONS)
    await stack.accept(checkout)
    await stack.strange.setBaseFee(5_000n * GWEI)
    await stack.work()
    const raws = (await stack.journal()).map(({ raw }) => raw)
    expect(raws).toHaveLength(1)
    stack.forward(900)
    await mineWithoutUs(CONFIRMATIONS + 1)
    const { session, subscription } = await stack.checkoutOf(checkout)
    expect([session.subscriptionId, subscription.status]).toEqual([null, 'incomplete_expired'])
    const before = await stack.checkoutOf(checkout)

    await comesBack(checkout, CONFIRMATIONS + 2, raws)
    await stack.settle(8)
    expect(await stateOf(checkout)).toMatchObject({ status: 'closed', billedSeconds: 0 })
    expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(1_000_000_000n)
    expect(await stack.checkoutOf(checkout)).toEqual({
      ...before,
      subscription: { ...before.subscription, closed: true, refunded: 1_000_000_000n },
    })
  })
})

test('behaviour: an opening that was found on chain and orphaned is sent by the service itself', async () => {
  const checkout = await stack.prepare()
  await stack.strange.mine(6)
  await stack.accept(checkout)
  // Our own, but in no journal: sent by whoever else has the operator's key.
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
