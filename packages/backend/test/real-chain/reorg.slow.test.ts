import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChainTransaction, Invoice } from '../../src/domain/entities.ts'
import { CONFIRMATIONS, DEPTH, openMeter, paidBy, type RealStack, startRealStack } from './real-stack.ts'
import { GWEI } from './strange-chain.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ maxFeePerGas: 400n * GWEI })
})
afterEach(() => stack.remove())

const count = (events: string[], type: string) => events.filter(found => found === type).length
const session = (id: string) => stack.storage.read(tx => tx.sessions.get(id))

/** Gas is so dear that no transaction of the service gets into the next block. */
async function mineWithoutUs() {
  await stack.strange.setBaseFee(5_000n * GWEI)
  await stack.strange.mine()
}

/** A meter whose first 100 seconds are settled, booked, and still within reach of a reorganisation. */
async function settledMeter() {
  const checkout = await openMeter(stack)
  await stack.strange.mine(DEPTH)
  stack.forward(100)
  await stack.settle()
  const { invoices, subscription } = await stack.stored(checkout)
  expect(subscription.billedSeconds).toBe(100)
  return { ...checkout, invoice: invoices[0] as Invoice }
}

describe('an orphaned settlement', () => {
  test('behaviour: is sent again, and nothing is announced twice', async () => {
    const checkout = await settledMeter()
    const before = await stack.stored(checkout)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    expect(await stack.receiptOf(checkout.invoice.txHash as `0x${string}`)).toBeNull()
    await stack.work()
    expect(await stack.stored(checkout)).toEqual({
      ...before,
      subscription: { ...before.subscription, loggedSeconds: 0 },
    })
    await stack.settle()
    expect(await stack.stored(checkout)).toEqual(before)
    expect(await stack.receiptOf(checkout.invoice.txHash as `0x${string}`)).toMatchObject({ status: '0x1' })
    expect((await stack.strange.charges()).map(({ toSecond }) => toSecond)).toEqual([100])
    expect((await stack.journal()).map(({ status }) => status)).toEqual(['included', 'included'])
  })

  test('behaviour: whose nonce a stranger takes is signed again, and the same invoice follows it', async () => {
    const checkout = await settledMeter()
    const before = await stack.stored(checkout)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.takeNonce()
    await stack.settle(6)
    const [charge, ...others] = await stack.strange.charges()
    expect([charge?.toSecond, others]).toEqual([100, []])
    expect(charge?.txHash).not.toBe(checkout.invoice.txHash)
    expect(await stack.stored(checkout)).toEqual({
      ...before,
      invoices: [{ ...checkout.invoice, txHash: charge?.txHash }],
    })
  })

  test('behaviour: with the refusal of a later one, is charged again, and so is the refused one where it comes back', async () => {
    const checkout = await settledMeter()
    await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [true] })
    stack.forward(100)
    await stack.settle()
    const owed = await stack.stored(checkout)
    expect(owed.invoices.map(({ status }) => status)).toEqual(['paid', 'failed'])
    await stack.strange.reorg(CONFIRMATIONS + 7)
    expect(await stack.receiptOf(checkout.invoice.txHash as `0x${string}`)).toBeNull()
    await stack.settle()
    expect(await stack.receiptOf(checkout.invoice.txHash as `0x${string}`)).toMatchObject({ status: '0x1' })
    expect(owed.subscription).toMatchObject({ status: 'past_due', resumesAs: 'running', billedSeconds: 100 })
    const charges = await stack.strange.charges()
    expect(charges.map(({ toSecond }) => toSecond)).toEqual([100, 200])
    const { subscription, invoices, events } = await stack.stored(checkout)
    expect(subscription).toMatchObject({ status: 'running', resumesAs: null, billedSeconds: 200 })
    expect(invoices.map(({ status, txHash }) => [status, txHash])).toEqual(
      charges.map(({ txHash }) => ['paid', txHash]),
    )
    expect(events).toEqual([...owed.events, 'invoice.paid'])
  })

  test('behaviour: with others in one batch, each keeps its own place in it', async () => {
    const meters = [await openMeter(stack), await openMeter(stack), await openMeter(stack)]
    await stack.strange.mine(DEPTH)
    stack.forward(100)
    await stack.settle()
    const before = await Promise.all(meters.map(stack.stored))
    const hashes = new Set(before.flatMap(({ invoices }) => invoices.map(({ txHash }) => txHash)))
    await stack.strange.reorg(CONFIRMATIONS + 2)
    // An opening of another subscriber comes first in the block, so that every log is somewhere else.
    const newcomer = await stack.prepare()
    await stack.accept(newcomer)
    await stack.settle()
    const charges = await stack.strange.charges()
    expect(charges).toHaveLength(3)
    for (const meter of meters) {
      const { invoices, subscription } = await stack.stored(meter)
      const own = charges.find(({ id }) => id === subscription.meterId)
      expect(invoices.map(paidBy)).toEqual([
        { status: 'paid', gross: 100_000_000n, seconds: 100, txHash: own?.txHash },
      ])
    }
    expect(new Set(charges.map(({ txHash }) => txHash))).toEqual(hashes)
  })
})

describe('an orphaned opening', () => {
  test('behaviour: is sent again while there is time, and the meter goes on', async () => {
    const checkout = await openMeter(stack)
    const before = await stack.stored(checkout)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.settle()
    expect(await stack.stored(checkout)).toEqual(before)
    expect(await stack.running().chain.meterState(checkout.subscription.meterId)).toMatchObject({
      status: 'open',
    })
    stack.forward(100)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'running',
      billedSeconds: 100,
    })
  })

  test('behaviour: with its settlement, is followed by it, and charged for the seconds that the new block grants', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription.billedSeconds).toBe(100)
    stack.forward(30)
    await stack.strange.reorg(2 * CONFIRMATIONS + 6)
    await stack.settle()
    const { subscription, invoices, events } = await stack.stored(checkout)
    // An announced payment stays paid until the chain grants it again, or refuses it.
    expect(await stack.strange.charges()).toEqual([])
    expect(subscription).toMatchObject({ status: 'running', settledGross: 100_000_000n, loggedSeconds: 0 })
    expect(invoices.map(({ status, seconds }) => [status, seconds])).toEqual([['paid', 100]])
    expect(count(events, 'subscription.canceled')).toBe(0)
    stack.forward(200)
    await stack.cancel(checkout)
    await stack.settle()
    const late = performance.now() + 15_000
    vi.spyOn(performance, 'now').mockReturnValue(late)
    await stack.settle()
    vi.restoreAllMocks()
    // Opened 130 seconds later than the books have it: those the chain does not grant.
    expect((await stack.strange.charges()).at(-1)?.toSecond).toBe(200)
    const spent = 1_000_000_000n - (await stack.strange.balanceOf(checkout.payer.address))
    expect((await stack.stored(checkout)).subscription).toMatchObject({ closed: true, settledGross: spent })
  })

  test('behaviour: and is in no block by its last instant, is lost: cancelled, its invoices failed, its session complete', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    await stack.strange.reorg(2 * CONFIRMATIONS + 6)
    await mineWithoutUs()
    stack.forward(900)
    for (let block = 0; block <= CONFIRMATIONS; block += 1) {
      await stack.work()
      await mineWithoutUs()
    }
    await stack.work()
    const lost = await stack.stored(checkout)
    expect(lost.subscription).toMatchObject({
      status: 'canceled',
      cancelReason: 'opening_lost',
      closed: true,
      billedSeconds: 0,
      settledGross: 0n,
      settledFee: 0n,
      refunded: 0n,
      dueAt: null,
    })
    expect(lost.invoices.map(paidBy)).toEqual([
      { status: 'failed', gross: 100_000_000n, seconds: 100, txHash: '' },
    ])
    expect(lost.events.slice(-2)).toEqual(['invoice.payment_failed', 'subscription.canceled'])
    expect(await session(checkout.session.id)).toMatchObject({ status: 'complete' })
    expect(await stack.storage.read(tx => tx.jobs.pendingOf([checkout.subscription.id]))).toEqual([])
    expect(await stack.storage.read(tx => tx.products.get(checkout.subscription.productId))).toMatchObject({
      activeSubscriptions: 0,
    })

    // Its transactions are included at last, to no effect, and leave the way free for others.
    await stack.strange.setBaseFee(GWEI)
    const next = await stack.prepare()
    await stack.accept(next)
    await stack.settle(6)
    expect((await stack.stored(next)).subscription.status).toBe('running')
    expect(await stack.stored(checkout)).toMatchObject({
      subscription: lost.subscription,
      invoices: lost.invoices,
    })
    expect(await stack.strange.charges()).toEqual([])
    expect(await stack.strange.balanceOf(checkout.payer.address)).toBe(1_000_000_000n)
  })

  test('behaviour: and is refused where it comes back, is tried again until the escrow takes it', async () => {
    const checkout = await openMeter(stack)
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [true] })
    await stack.settle()
    expect((await stack.stored(checkout)).subscription.status).toBe('running')
    expect((await stack.journal()).map(({ status }) => status)).toEqual(['reverted'])
    await stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [false] })
    stack.forward(15)
    await stack.settle()
    const [, again] = (await stack.journal()) as [ChainTransaction, ChainTransaction]
    const { subscription, events } = await stack.stored(checkout)
    expect(subscription).toMatchObject({ status: 'running', openingTxHash: again.hash })
    expect(count(events, 'checkout.session.completed')).toBe(1)
  })
})

test('behaviour: deeper reorganisations than the depth are not followed', async () => {
  const checkout = await settledMeter()
  const { source } = stack.running().indexer
  const followed = async () =>
    (await stack.storage.read(tx => tx.indexedBlocks.of(source))).map(({ number }) => number)
  const before = await followed()
  expect(before.length).toBeGreaterThan(1)
  await stack.strange.mine(DEPTH + 1)
  await stack.work()
  const [newest, ...older] = await followed()
  expect(newest).toBe((before[0] as number) + DEPTH + 1)
  expect(older).toEqual([])
  expect((await stack.stored(checkout)).invoices).toEqual([checkout.invoice])
})
