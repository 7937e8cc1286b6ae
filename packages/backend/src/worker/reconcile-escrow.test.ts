import { testAusdAddress } from '@per-second/contracts/addresses'
import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { testAusdAbi } from '@per-second/contracts/test-ausd-abi'
import type { Address, Hex } from '@per-second/protocol/types'
import { pino } from 'pino'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Subscription } from '../domain/entities.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createEscrowCheck, reconcileEscrow } from './reconcile-escrow.ts'
import { startWorkerStack, type WorkerStack } from './worker-stack.fixture.ts'

/** A meter of these tests: one AUSD a second, a thousand seconds at most. */
const DEPOSIT = 1_000_000_000n

let stack: WorkerStack
beforeAll(async () => {
  stack = await startWorkerStack()
})
afterAll(() => stack.remove())

const reconcile = () => reconcileEscrow('test', [stack.test], stack.storage)
const work = () => stack.worker().drain()

test('behaviour: the needed amount is the deposits of open meters less their charges, to the base unit', async () => {
  await work()
  const [one, other] = [await stack.prepare(), await stack.prepare()]
  for (const checkout of [one, other]) await stack.accept(checkout)
  await work()
  expect(await reconcile()).toEqual({ balance: 2n * DEPOSIT, needed: 2n * DEPOSIT })

  stack.forward(100)
  await stack.due()
  await work()
  expect(await reconcile()).toEqual({
    balance: 2n * DEPOSIT - 200_000_000n,
    needed: 2n * DEPOSIT - 200_000_000n,
  })

  await stack.cancel(one)
  await work()
  expect(await reconcile()).toEqual({ balance: DEPOSIT - 100_000_000n, needed: DEPOSIT - 100_000_000n })

  // An authorised meter without an opening has deposited nothing yet.
  await stack.accept(await stack.prepare())
  expect(await reconcile()).toEqual({ balance: DEPOSIT - 100_000_000n, needed: DEPOSIT - 100_000_000n })
  await work()
})

/** Reconciles while something happens just before one of its reads: 1 is how far the logs are, 2 the meters, 3 how far they are now. */
async function reconcileBeside(happens: () => Promise<unknown>, before: number) {
  let reads = 0
  const storage = {
    ...stack.storage,
    read: async <T>(ask: Parameters<typeof stack.storage.read<T>>[0]) => {
      reads += 1
      if (reads === before) await happens()
      return stack.storage.read(ask)
    },
  }
  return reconcileEscrow('test', [stack.test], storage)
}

test('behaviour: changes during the reading never make the escrow look short', async () => {
  const open = async () => {
    const checkout = await stack.prepare()
    await stack.accept(checkout)
    await work()
    return checkout
  }
  const first = await open()
  const second = await open()
  const close = (checkout: typeof first) => async () => {
    await stack.cancel(checkout)
    await work()
  }
  const { balance } = (await reconcile()) ?? { balance: 0n }
  expect(await reconcileBeside(close(first), 2)).toEqual({ balance, needed: balance - DEPOSIT })
  expect(await reconcileBeside(close(second), 3)).toEqual({
    balance: balance - DEPOSIT,
    needed: balance - DEPOSIT,
  })
  expect(await reconcileBeside(open, 2)).toEqual({
    balance: balance - 2n * DEPOSIT,
    needed: balance - 2n * DEPOSIT,
  })
})

test('behaviour: of several operators the log that was read least far counts, and none that was not read yet is left out', async () => {
  const facts = { ...stack.test.facts, operator: `0x${'12'.repeat(20)}` as const }
  const other = { ...stack.test, facts, escrowBalance: async () => -1n }
  const both = () => reconcileEscrow('test', [stack.test, other], stack.storage)
  await work()
  const own = await reconcile()
  expect(await both()).toBeNull()
  const [indexer] = stack.worker({ chain: { facts } }).indexers
  await indexer?.poll()
  expect(await both()).toEqual(own)
  const asked: number[] = []
  const told = { ...stack.test, escrowBalance: async (block: number) => BigInt(asked.push(block)) }
  const upTo = await indexer?.position()
  await stack.accept(await stack.prepare())
  await work()
  // The newer meter is not in the escrow's balance of that block.
  expect(await reconcileEscrow('test', [told, other], stack.storage)).toEqual({
    balance: 1n,
    needed: own?.needed,
  })
  expect(asked).toEqual([upTo])
  await indexer?.poll()
})

// docs/money.md, rule 74
test('behaviour: credit that its recipient has not withdrawn is needed, too, until it is withdrawn', async () => {
  const { rpc } = stack.embedded
  const asStranger = async (to: Address, data: Hex) => {
    const from = '0x00000000000000000000000000000000000155ee'
    await rpc.request({ method: 'anvil_impersonateAccount', params: [from] })
    await rpc.request({ method: 'eth_sendTransactionSync', params: [{ from, to, data, gasPrice: '0x0' }] })
  }
  const setFrozen = (functionName: 'freeze' | 'unfreeze', account: Address) =>
    asStranger(testAusdAddress, encodeFunctionData({ abi: testAusdAbi, functionName, args: [account] }))
  const checkout = await stack.prepare()
  const { merchant, token } = checkout.draft.terms
  await setFrozen('freeze', merchant)
  await stack.accept(checkout)
  await work()
  stack.forward(100)
  await stack.cancel(checkout)
  await work()
  const credited = await reconcile()
  const owed = await stack.test.creditOf(merchant, await numberOfHead())
  expect(owed).toBeGreaterThan(0n)
  expect(credited?.needed).toBe(credited?.balance)
  // It is known by then who was credited, and stays known when that block is too far back to be read again.
  const read: [number, number][] = []
  const unread = async (from: number, to: number) => {
    read.push([from, to])
    return []
  }
  expect(await reconcileEscrow('test', [{ ...stack.test, credits: unread }], stack.storage)).toEqual(credited)
  expect(read).toEqual([[0, await stack.worker().indexers[0]?.position()]])

  await setFrozen('unfreeze', merchant)
  const data = encodeFunctionData({
    abi: meterEscrowAbi,
    functionName: 'withdrawCredit',
    args: [token, merchant],
  })
  await asStranger(stack.test.facts.escrow, data)
  await stack.worker().indexers[0]?.poll()
  const left = (credited?.balance ?? 0n) - owed
  expect(await reconcile()).toEqual({ balance: left, needed: left })
})

// docs/money.md, rule 74: never more than the escrow owes.
test('behaviour: a meter whose log differs from its terms is not needed, and orphaned blocks end the comparison', async () => {
  const { subscription } = await stack.running()
  const needed = (await reconcile())?.needed ?? 0n
  const setFaulty = (logFaulty: boolean) =>
    stack.storage.unitOfWork(async tx => {
      const meter = (await tx.subscriptions.get(subscription.id)) as Subscription
      await tx.subscriptions.update({ ...meter, logFaulty })
    })
  await setFaulty(true)
  expect((await reconcile())?.needed).toBe(needed - DEPOSIT)
  await setFaulty(false)
  const [indexer] = stack.worker().indexers
  const source = indexer?.source ?? ''
  const orphan = async () => {
    const newest = await stack.storage.read(tx => tx.indexedBlocks.newest(source))
    await stack.storage.unitOfWork(tx => tx.indexedBlocks.keepBetween(source, 0, (newest?.number ?? 0) - 1))
  }
  expect(await reconcileBeside(orphan, 3)).toBeNull()
  await indexer?.poll()
})

const numberOfHead = async () => (await stack.test.head()).number

// docs/money.md, rule 74
test('behaviour: while the escrow has less nothing is prepared or accepted, and afterwards it is', async () => {
  const checkout = await stack.prepare()
  const { balance } = (await reconcile()) ?? { balance: 0n }
  let missing = 1n
  const chain = { ...stack.test, escrowBalance: async () => balance - missing }
  const parameters = { storage: stack.storage, metrics: createMetrics(), log: pino({ level: 'silent' }) }
  const check = createEscrowCheck('test', [chain], { ...parameters, stopping: new AbortController().signal })
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      error => error.code,
    )
  await check()
  expect(await codeOf(stack.prepareAgain(checkout))).toBe('chain_unavailable')
  expect(await codeOf(stack.accept(checkout))).toBe('chain_unavailable')
  missing = 0n
  await check()
  expect(await codeOf(stack.prepareAgain(checkout))).toBeNull()
  expect(await codeOf(stack.accept(checkout))).toBeNull()
  await work()
})

test('behaviour: an escrow that has less raises an alarm, once, and says by how much in metrics', async () => {
  const metrics = createMetrics()
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: line => void lines.push(line) })
  const { balance } = (await reconcile()) ?? { balance: 0n }
  let missing = 0n
  const short = { ...stack.test, escrowBalance: async () => balance - missing }
  const stopping = new AbortController()
  const check = createEscrowCheck('test', [short], {
    storage: stack.storage,
    metrics,
    log,
    stopping: stopping.signal,
  })
  const alarms = () =>
    /^billing_ledger_alarms_total\{mode="test",alarm="escrow_short"\} (\d+)$/m.exec(metrics.render())?.[1]
  await check()
  expect(alarms()).toBeUndefined()
  missing = 1n
  await check()
  expect(alarms()).toBe('1')
  const before = Math.floor(Date.now() / 1_000)
  await check()
  expect(alarms()).toBe('1')
  const figure = (name: string) =>
    new RegExp(`^${name}\\{mode="test"\\} (\\S+)$`, 'm').exec(metrics.render())?.[1]
  expect([figure('billing_escrow_balance_ausd'), figure('billing_escrow_needed_ausd')]).toEqual([
    `${(balance - 1n) / 1_000_000n}.${`${(balance - 1n) % 1_000_000n}`.padStart(6, '0')}`.replace(
      /\.?0+$/,
      '',
    ),
    `${balance / 1_000_000n}`,
  ])
  const reconciledAt = Number(figure('billing_escrow_reconciled_timestamp_seconds'))
  expect(reconciledAt).toBeGreaterThanOrEqual(before)
  expect(reconciledAt).toBeLessThanOrEqual(Date.now() / 1_000)
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { balance: `${balance - 1n}`, needed: `${balance}` },
  ])

  // Another process does it from now on, and says so.
  for (const gauge of Object.values(metrics.escrow)) gauge.clear()
  stopping.abort()
  await check()
  expect(metrics.render()).not.toMatch(/^billing_escrow_\w+\{/m)
})
