import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeMeter } from '../../src/actions/meter/change-meter.ts'
import type { ChainTransaction, Subscription } from '../../src/domain/entities.ts'
import { createForgetting } from '../../src/worker/forget-outdated.ts'
import { CONFIRMATIONS, DEPTH, openMeter, type RealStack, startRealStack } from './real-stack.ts'

const WEEK = 7 * 86_400

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

type Meter = { subscription: Subscription }

const act = ({ subscription: { id } }: Meter, type: 'started' | 'paused' | 'resumed') =>
  stack.inUnit(async operation => {
    const found = (await operation.tx.subscriptions.get(id)) as Subscription
    const policy = { ...operation.policy, settleEverySeconds: 100 }
    await changeMeter({ ...operation, policy }, found, { type, by: 'merchant' })
  })
const logOf = ({ subscription: { meterId } }: Meter) =>
  stack.storage.read(tx => tx.escrowEvents.ofMeter(meterId))
const forget = () => {
  const chains = [{ mode: 'test', chain: stack.running().chain }] as const
  return createForgetting({ storage: stack.storage, clock: stack.clock, keepEvents: null, chains })()
}
const jobsOf = async (transactions: ChainTransaction[]) => {
  const found = stack.storage.read(tx =>
    Promise.all(transactions.map(transaction => tx.jobs.ofTransaction(transaction.id))),
  )
  return (await found).flat().map(({ id, kind }) => [id, kind])
}
const charges = async () => (await stack.strange.charges()).map(({ toSecond }) => toSecond)

test('behaviour: final rows go, an open meter loses nothing, and a later reorganisation finds the rows that it needs', async () => {
  const open = await openMeter(stack)
  const over = await openMeter(stack)
  stack.forward(100)
  await stack.settle()
  await act(open, 'paused')
  const closing = await stack.cancel(over)
  await stack.settle()
  const before = { open: await stack.stored(open), over: await stack.stored(over), log: await logOf(open) }
  expect((await logOf(over)).map(({ kind }) => kind)).toEqual(['opened', 'settled', 'closed'])
  const journal = await stack.journal()
  const jobs = await jobsOf(journal)
  expect(jobs.map(([, kind]) => kind).toSorted()).toEqual(['close', 'open', 'open', 'settle', 'settle'])

  stack.forward(WEEK)
  await stack.strange.mine(2 * DEPTH - CONFIRMATIONS)
  await stack.work()
  await forget()
  // As long as a transaction may be orphaned, the jobs it would bring back stay.
  expect(await jobsOf(journal)).toEqual(jobs.filter(([, kind]) => kind !== 'open'))
  expect((await logOf(over)).length).toBe(3)
  await stack.strange.mine(CONFIRMATIONS + 1)
  await stack.work()
  await forget()
  expect(await logOf(over)).toEqual([])
  expect((await stack.journal()).map(({ purpose }) => purpose)).toEqual(['close'])
  expect(await jobsOf(journal)).toEqual([[closing, 'close']])
  // Merchants and subscribers are shown the same as before.
  expect({ ...before, open: await stack.stored(open), over: await stack.stored(over) }).toEqual(before)
  expect(await logOf(open)).toEqual(before.log)

  await act(open, 'resumed')
  stack.forward(100)
  await stack.settle()
  const settled = await stack.stored(open)
  expect(settled.subscription).toMatchObject({ status: 'running', billedSeconds: 200 })
  expect(await charges()).toEqual([100, 100, 200])
  await stack.strange.reorg(CONFIRMATIONS + 2)
  expect(await charges()).toEqual([100, 100])
  await stack.restart()
  await stack.settle()
  expect(await charges()).toEqual([100, 100, 200])
  expect(await stack.stored(open)).toEqual(settled)
  expect((await stack.journal()).map(({ nonce, status }) => [nonce, status])).toEqual([
    [3, 'included'],
    [4, 'included'],
  ])
})

test('behaviour: a meter whose log is gone is the same after its log is read again', async () => {
  const over = await openMeter(stack)
  stack.forward(100)
  await stack.settle()
  await stack.cancel(over)
  await stack.settle()
  const before = [await stack.stored(over), await logOf(over)]
  stack.forward(WEEK)
  await stack.strange.mine(2 * DEPTH + 3)
  await stack.work()
  await forget()
  expect(await logOf(over)).toEqual([])
  await stack.running().indexer.reread(over.subscription.meterId)
  expect([await stack.stored(over), await logOf(over)]).toEqual(before)
})
