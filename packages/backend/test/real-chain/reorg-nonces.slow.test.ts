import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Customer, Invoice } from '../../src/domain/entities.ts'
import { CONFIRMATIONS, DEPTH, openMeter, type RealStack, startRealStack } from './real-stack.ts'
import { GWEI } from './strange-chain.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ maxFeePerGas: 400n * GWEI })
})
afterEach(() => stack.remove())

const count = (events: string[], type: string) => events.filter(found => found === type).length
const pauseToken = (paused: boolean) =>
  stack.strange.onToken({ functionName: 'setIsTransferPaused', args: [paused] })

/** A meter whose first settlements of 100 seconds are booked, and still within reach of a reorganisation. */
async function settledMeter(settlements = 1) {
  const checkout = await openMeter(stack)
  await stack.strange.mine(DEPTH)
  for (let settled = 0; settled < settlements; settled += 1) {
    stack.forward(100)
    await stack.settle()
  }
  const stored = await stack.stored(checkout)
  expect(stored.subscription.billedSeconds).toBe(100 * settlements)
  return { ...checkout, ...stored }
}

/** Invoices, subscription and customer equal the chain, to the base unit. */
async function expectExactBooks(checkout: { subscription: { id: string; customerId: string } }) {
  const { subscription, invoices } = await stack.stored(checkout)
  const customer = await stack.storage.read(tx => tx.customers.get(checkout.subscription.customerId))
  const sumOf = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const charges = await stack.strange.charges()
  const gross = sumOf(charges.map(charge => charge.gross))
  const fee = sumOf(charges.map(charge => charge.fee))
  const paid = invoices.filter(({ status }) => status === 'paid')
  expect({
    gross: subscription.settledGross,
    fee: subscription.settledFee,
    customer: (customer as Customer).totalSettled,
    invoices: sumOf(invoices.map(invoice => invoice.fee + invoice.net)),
    fees: sumOf(invoices.map(invoice => invoice.fee)),
    net: sumOf(invoices.map(({ net }) => net)),
    billed: subscription.billedSeconds,
    seconds: paid.reduce((total, { seconds }) => total + seconds, 0),
  }).toEqual({
    gross,
    fee,
    customer: gross,
    invoices: gross,
    fees: fee,
    net: gross - fee,
    billed: charges.at(-1)?.toSecond ?? 0,
    seconds: charges.at(-1)?.toSecond ?? 0,
  })
  for (const { txHash } of paid) expect(charges.map(charge => charge.txHash)).toContain(txHash)
}

describe('an orphaned settlement whose nonce a stranger takes', () => {
  test('behaviour: is signed again, and the same invoice follows it', async () => {
    const before = await settledMeter()
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.takeNonce()
    await stack.settle(6)
    const [charge] = await stack.strange.charges()
    const { invoices, subscription, events } = await stack.stored(before)
    const [invoice] = before.invoices as [Invoice]
    expect(charge?.txHash).not.toBe(invoice.txHash)
    expect(invoices).toEqual([{ ...invoice, txHash: charge?.txHash }])
    expect([subscription, events]).toEqual([before.subscription, before.events])
    await expectExactBooks(before)
  })

  test('behaviour: and is refused before it is sent again, is owed, and paid later', async () => {
    const before = await settledMeter()
    const [invoice] = before.invoices as [Invoice]
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.takeNonce()
    await pauseToken(true)
    await stack.settle(6)
    const owed = await stack.stored(before)
    expect(owed.invoices.map(({ id, status, gross }) => [id, status, gross])).toEqual([
      [invoice.id, 'failed', 100_000_000n],
    ])
    expect(owed.subscription).toMatchObject({ status: 'past_due', resumesAs: 'running' })
    expect(count(owed.events, 'invoice.payment_failed')).toBe(1)
    await expectExactBooks(before)
    await pauseToken(false)
    stack.forward(60)
    await stack.settle()
    const paid = await stack.stored(before)
    expect(paid.invoices.map(({ id, status, seconds }) => [id, status, seconds])).toEqual([
      [invoice.id, 'paid', 100],
    ])
    expect(paid.subscription.status).toBe('running')
    await expectExactBooks(before)
  })

  test('behaviour: while a later one is included without it, leaves both invoices paid and nothing counted twice', async () => {
    const before = await settledMeter(2)
    await stack.strange.reorg(CONFIRMATIONS + 7)
    expect(await stack.strange.charges()).toEqual([])
    await stack.takeNonce()
    await stack.settle(8)
    const [charge, ...others] = await stack.strange.charges()
    expect([charge?.fromSecond, charge?.toSecond, others]).toEqual([0, 200, []])
    const { invoices, subscription, events } = await stack.stored(before)
    const [first, second] = before.invoices as [Invoice, Invoice]
    expect(invoices).toEqual([
      { ...first, txHash: charge?.txHash },
      { ...second, txHash: charge?.txHash },
    ])
    expect([subscription, events]).toEqual([before.subscription, before.events])
    await expectExactBooks(before)
  })

  test('behaviour: and whose meter is cancelled before it is signed again, keeps its invoice', async () => {
    const before = await settledMeter()
    const [invoice] = before.invoices as [Invoice]
    await stack.strange.reorg(CONFIRMATIONS + 2)
    await stack.takeNonce()
    await stack.running().indexer.poll()
    await stack.storage.unitOfWork(async tx => {
      for (const job of await tx.jobs.pendingOf([before.subscription.id]))
        await tx.jobs.update({ ...job, transactionId: null })
    })
    stack.forward(50)
    await stack.cancel(before)
    await stack.strange.mine(CONFIRMATIONS)
    await stack.settle(8)
    const { invoices, subscription } = await stack.stored(before)
    expect(invoices.map(({ id, status, seconds }) => [id === invoice.id, status, seconds])).toEqual([
      [true, 'paid', 100],
      [false, 'paid', 50],
    ])
    expect(subscription).toMatchObject({ closed: true, billedSeconds: 150, refunded: 850_000_000n })
    await expectExactBooks(before)
  })
})

describe('an orphaned settlement that is refused where it comes back, while a later one is owed', () => {
  test('behaviour: each settlement has one failed invoice, and each turns paid', async () => {
    const before = await settledMeter()
    const [first] = before.invoices as [Invoice]
    await pauseToken(true)
    stack.forward(100)
    await stack.settle()
    const [, second] = (await stack.stored(before)).invoices as [Invoice, Invoice]
    expect(second.status).toBe('failed')
    // The block in which the token was paused goes too.
    await stack.strange.reorg(CONFIRMATIONS + 7)
    await pauseToken(true)
    await stack.settle()
    const owed = await stack.stored(before)
    expect(owed.invoices.map(({ id, status, gross, seconds }) => [id, status, gross, seconds])).toEqual([
      [first.id, 'failed', 100_000_000n, 100],
      [second.id, 'failed', 100_000_000n, 100],
    ])
    expect(owed.subscription).toMatchObject({ status: 'past_due', latestInvoiceId: second.id })
    expect(count(owed.events, 'invoice.payment_failed')).toBe(2)
    expect(count(owed.events, 'subscription.past_due')).toBe(1)
    await expectExactBooks(before)

    await pauseToken(false)
    stack.forward(60)
    await stack.settle(8)
    const paid = await stack.stored(before)
    expect(paid.invoices.map(({ id, status, gross, seconds }) => [id, status, gross, seconds])).toEqual([
      [first.id, 'paid', 100_000_000n, 100],
      [second.id, 'paid', 100_000_000n, 100],
    ])
    expect(paid.subscription).toMatchObject({ status: 'running', latestInvoiceId: second.id })
    await expectExactBooks(before)
  })
})
