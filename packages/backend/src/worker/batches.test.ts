import { StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EscrowCall } from '../chain/chain.ts'
import type { Accepted, Checkout } from './checkouts.fixture.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let stack: WorkerStack
beforeEach(async () => {
  stack = await startWorkerStack()
})
afterEach(() => stack.remove())

const forward = (seconds: number) => stack.forward(seconds)
const due = () => stack.due()

/** A meter that runs. */
async function running(): Promise<Accepted> {
  const checkout = await stack.prepare()
  await stack.accept(checkout)
  await stack.worker().drain()
  return { ...checkout, ...(await stack.stored(checkout)) }
}

const cancel = (checkout: Checkout) => stack.cancel(checkout)

test('behaviour: closings go first, together, and before what is only settled', async () => {
  const meters = [await running(), await running(), await running()] as [Accepted, Accepted, Accepted]
  const ended = [meters[1], meters[2]] as const
  forward(SETTLE_EVERY_SECONDS)
  await due()
  const jobs = [await cancel(ended[0]), await cancel(ended[1])]
  const before = (await stack.journal()).length
  await stack.worker().drain()
  expect((await stack.journal()).slice(before).map(row => row.purpose)).toEqual(['closeBatch', 'settle'])
  for (const job of jobs) expect(await stack.job(job)).toMatchObject({ status: 'done' })
  for (const meter of ended)
    expect((await stack.stored(meter)).subscription).toMatchObject({
      closed: true,
      billedSeconds: 100,
      settledGross: 100_000_000n,
      refunded: 900_000_000n,
    })
})

test('behaviour: of a batch that the chain refuses, only the one that spoils it is refused', async () => {
  const meters = [await running(), await running(), await running(), await running()]
  const [, bad] = meters as [Accepted, Accepted]
  forward(SETTLE_EVERY_SECONDS)
  await due()
  const simulate = vi.fn(async (call: EscrowCall) => {
    const items = 'items' in call ? call.items : [call]
    const isBad = items.some(({ terms }) => terms.salt === bad.subscription.terms.salt)
    return isBad ? ('reverted' as const) : stack.test.simulate(call)
  })
  await stack.worker({ chain: { simulate } }).drain()
  const after = await Promise.all(meters.map(meter => stack.stored(meter)))
  expect(after.map(({ subscription }) => [subscription.status, subscription.billedSeconds])).toEqual([
    ['running', 100],
    ['past_due', 0],
    ['running', 100],
    ['running', 100],
  ])
  // All, two halves, and the two of the half that has it.
  expect(simulate).toHaveBeenCalledTimes(5)
})

test('behaviour: a batch that reverts on chain refuses nobody: it is sent again in halves', async () => {
  const meters = [await running(), await running(), await running()]
  forward(SETTLE_EVERY_SECONDS)
  await due()
  const before = (await stack.journal()).length
  // The token is paused between the simulation of the whole batch and its block.
  const simulate = async (call: EscrowCall) => {
    const isWhole = call.kind === 'settleBatch' && call.items.length === meters.length
    if (!isWhole) await stack.local.setTokenPaused(false)
    const failure = await stack.test.simulate(call)
    if (isWhole) await stack.local.setTokenPaused(true)
    return failure
  }
  await stack.worker({ chain: { simulate } }).drain()
  const sent = (await stack.journal()).slice(before).filter(({ purpose }) => purpose !== 'pause')
  expect(sent.map(({ purpose, status }) => [purpose, status])).toEqual([
    ['settleBatch', 'reverted'],
    ['settleBatch', 'included'],
    ['settle', 'included'],
  ])
  for (const meter of meters)
    expect((await stack.stored(meter)).subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
})

test('behaviour: a hundred settlements are asked for, sent and booked in about as many statements as one', async () => {
  for (let count = 0; count < 100; count += 1) await stack.accept(await stack.prepare())
  await stack.worker().drain()
  const statements = (['all', 'get', 'run'] as const).map(name => vi.spyOn(StatementSync.prototype, name))
  const asked = () => statements.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  const journalled = (await stack.journal()).length
  forward(SETTLE_EVERY_SECONDS)
  const before = asked()
  await due()
  await stack.worker().drain()
  // Fourteen units of work and looks, and each table that has a hundred new rows in three pieces.
  expect(asked() - before).toBeLessThan(120)
  vi.restoreAllMocks()
  expect((await stack.journal()).slice(journalled).map(row => row.purpose)).toEqual(['settleBatch'])
  const paid = await stack.storage.read(tx =>
    tx.invoices.list({ merchantId: stack.merchant.id, mode: 'test' }, { limit: 200 }, { status: 'paid' }),
  )
  expect(paid?.data.map(({ gross, seconds }) => [gross, seconds])).toEqual(
    Array.from({ length: 100 }, () => [100_000_000n, 100]),
  )
})
