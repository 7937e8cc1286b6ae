import { StatementSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EscrowCall } from '../chain/chain.ts'
import type { Checkout } from './checkouts.fixture.ts'
import { SETTLE_EVERY_SECONDS, startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

let stack: WorkerStack
beforeEach(async () => {
  stack = await startWorkerStack()
})
afterEach(() => stack.remove())

describe('beside refused work', () => {
  /** How many transactions of a kind are asked about side by side. */
  const BESIDE = 10

  const openAtOnce = async (count: number) => {
    const checkouts: Checkout[] = []
    while (checkouts.length < count) checkouts.push(await stack.prepare())
    for (const checkout of checkouts) await stack.accept(checkout)
    await stack.worker().drain()
    return checkouts as [Checkout, ...Checkout[]]
  }
  const itemsOf = (call: EscrowCall) => ('items' in call ? call.items : [call])

  test('behaviour: a cancel that comes while settlements are refused waits for no more than those asked about', async () => {
    const [canceled] = await openAtOnce(25)
    stack.forward(SETTLE_EVERY_SECONDS)
    await stack.due()
    const asked: string[] = []
    const simulate = async (call: EscrowCall) => {
      asked.push(call.kind)
      if (call.kind === 'close') return stack.test.simulate(call)
      if (call.kind === 'settle' && asked.indexOf('settle') === asked.length - 1) await stack.cancel(canceled)
      return 'reverted' as const
    }
    await stack.worker({ chain: { simulate } }).drain()
    expect(asked.indexOf('close') - asked.indexOf('settle')).toBeLessThanOrEqual(BESIDE)
    expect((await stack.stored(canceled)).subscription).toMatchObject({ closed: true, billedSeconds: 100 })
  })

  test('behaviour: one that comes after many that are refused is asked about with the next', async () => {
    const meters = await openAtOnce(120)
    stack.forward(SETTLE_EVERY_SECONDS)
    const last = meters.at(-1) as Checkout
    for (const meter of meters.slice(0, -1)) await stack.cancel(meter)
    stack.forward(1)
    await stack.cancel(last)
    const asked: boolean[] = []
    const simulate = async (call: EscrowCall) => {
      const salts = itemsOf(call).map(({ terms }) => terms.salt)
      asked.push(salts.includes(last.subscription.terms.salt))
      return salts.length === 1 && asked.at(-1) ? stack.test.simulate(call) : ('reverted' as const)
    }
    await stack.worker({ chain: { simulate } }).drain()
    expect(asked.indexOf(true)).toBeLessThan(BESIDE)
    expect((await stack.stored(last)).subscription).toMatchObject({ closed: true, billedSeconds: 101 })
  })
})

test('behaviour: a hundred settlements are asked for, sent and booked in about as many statements as one', async () => {
  for (let count = 0; count < 100; count += 1) await stack.accept(await stack.prepare())
  await stack.worker().drain()
  const statements = (['all', 'get', 'run'] as const).map(name => vi.spyOn(StatementSync.prototype, name))
  const asked = () => statements.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  const journalled = (await stack.journal()).length
  stack.forward(SETTLE_EVERY_SECONDS)
  const before = asked()
  await stack.due()
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
