import type { Hex } from '@per-second/protocol/types'
import { numberToHex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChainTransaction } from '../../src/domain/entities.ts'
import type { Misbehaviour } from './faulty-proxy.ts'
import { type RealStack, startRealStack } from './real-stack.ts'
import { GWEI } from './strange-chain.ts'

const CAP = 400n * GWEI

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack({ maxFeePerGas: CAP })
})
afterEach(() => stack.remove())

const feesOf = ({ raw }: ChainTransaction) => {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, nonce } = parseTransaction(raw)
  return { max: maxFeePerGas, tip: maxPriorityFeePerGas, nonce }
}

const blockAt = async (baseFee: bigint) => {
  await stack.strange.setBaseFee(baseFee)
  await stack.strange.mine()
}
const works = async (times: number) => {
  for (let time = 0; time < times; time += 1) await stack.work()
}
/** The chain goes on, and the job is done. */
async function finishes(job: string, blocks?: number) {
  await stack.settle(blocks)
  expect(await stack.job(job)).toMatchObject({ status: 'done' })
}
const included = async () => (await stack.journal()).filter(({ status }) => status === 'included')

/** An opening that waits in the pool while gas has become too dear for it. */
async function stuckOpening(baseFee: bigint) {
  const checkout = await stack.prepare()
  const job = await stack.accept(checkout)
  await stack.work()
  await blockAt(baseFee)
  const [first] = (await stack.journal()) as [ChainTransaction]
  expect(await stack.receiptOf(first.hash)).toBeNull()
  return { checkout, job, first }
}

/** The next process loses patience at once, and asks for a block at each step. */
async function impatient() {
  await stack.restart({ replaceAfter: 0 })
  await stack.work()
  await stack.work()
}

describe('a base fee that jumps', () => {
  test('behaviour: a waiting transaction is replaced, same nonce and purpose, at fees an eighth higher or more', async () => {
    const { checkout, job, first } = await stuckOpening(50n * GWEI)
    await stack.work()
    expect(await stack.journal()).toEqual([first])
    await impatient()
    const journal = await stack.journal()
    const [before, after] = [journal[0], journal.at(-1)] as [ChainTransaction, ChainTransaction]
    expect(journal.map(({ nonce, purpose }) => [nonce, purpose])).toEqual(journal.map(() => [0, 'open']))
    expect(before).toEqual({ ...first, status: 'replaced' })
    expect(feesOf(after).max).toBeGreaterThanOrEqual((feesOf(first).max * 9n) / 8n)
    expect(feesOf(after).tip).toBeGreaterThanOrEqual((feesOf(first).tip * 9n) / 8n)
    expect(parseTransaction(after.raw)).toMatchObject({
      data: parseTransaction(first.raw).data,
      gas: parseTransaction(first.raw).gas,
    })
    await stack.strange.mine()
    await finishes(job)
    const { subscription } = await stack.stored(checkout)
    expect(subscription).toMatchObject({ status: 'running', openingTxHash: after.hash })
    expect((await stack.journal()).map(({ status }) => status)).toEqual(
      journal.map(row => (row.hash === after.hash ? 'included' : 'replaced')),
    )
  })

  test('behaviour: a price that is over leaves no higher tip to later transactions', async () => {
    stack.proxy.misbehave(({ method }) =>
      method === 'eth_maxPriorityFeePerGas' ? { reply: { result: numberToHex(GWEI) } } : null,
    )
    const { job, first } = await stuckOpening(50n * GWEI)
    await stack.strange.drop(first.hash)
    await impatient()
    await finishes(job)
    await blockAt(GWEI)
    stack.forward(100)
    await stack.settle()
    const offers = (await stack.journal()).map(row => feesOf(row))
    expect(offers.filter(({ nonce, tip }) => nonce === 0 && tip > GWEI)).not.toEqual([])
    expect(offers.find(({ nonce }) => nonce === 1)?.tip).toBe(GWEI)
  })

  test('behaviour: the cap is never exceeded, and waiting transactions are sent when gas is cheaper again', async () => {
    const { job } = await stuckOpening(2_000n * GWEI)
    for (let time = 0; time < 4; time += 1) await impatient()
    const offers = (await stack.journal()).map(row => feesOf(row))
    expect(offers.length).toBeGreaterThan(1)
    for (const { max, tip } of offers) {
      expect(max).toBeLessThanOrEqual(CAP)
      expect(tip).toBeLessThanOrEqual(max)
    }
    expect(await stack.job(job)).toMatchObject({ status: 'pending' })
    await stack.strange.setBaseFee(GWEI)
    await finishes(job)
  })

  test('behaviour: those behind a stuck one go out as they are', async () => {
    await stuckOpening(50n * GWEI)
    const second = await stack.prepare()
    // The mint's block was a dear one, so that this opening offers enough.
    await blockAt(50n * GWEI)
    await stack.accept(second)
    await stack.work()
    await impatient()
    const journal = await stack.journal()
    expect(journal.filter(({ nonce }) => nonce === 1)).toHaveLength(1)
    expect(journal.filter(({ nonce }) => nonce === 0).length).toBeGreaterThan(1)
  })
})

describe('a node’s response to a replacement', () => {
  type Call = { method: string; params: readonly unknown[] }
  const sends = (call: Call) => call.method === 'eth_sendRawTransaction'
  /** Unlike this chain's, other pools keep a transaction that is too cheap for now. */
  const keeps = ({ hash }: ChainTransaction, { method, params }: Call) =>
    method === 'eth_getTransactionByHash' && params[0] === hash ? { reply: { result: { hash } } } : null

  test('behaviour: killed after the new bytes were committed, the next process sends just those', async () => {
    const { job, first } = await stuckOpening(50n * GWEI)
    await stack.restart({ replaceAfter: 0 })
    await stack.work()
    stack.proxy.misbehave(call => (sends(call) && call.params[0] !== first.raw ? 'cut' : null))
    await stack.work()
    stack.proxy.misbehave(null)
    const committed = await stack.journal()
    expect(committed.map(({ status }) => status)).toEqual(['replaced', 'signed'])
    expect(
      await stack.strange.rpc.request({ method: 'eth_getTransactionByHash', params: [committed[1]?.hash] }),
    ).toBeNull()
    await stack.restart()
    await finishes(job)
    expect((await stack.journal()).map(({ hash, status }) => [hash, status])).toEqual([
      [first.hash, 'replaced'],
      [committed[1]?.hash, 'included'],
    ])
  })

  test('behaviour: an offer that is refused as too cheap is raised until the node takes it', async () => {
    const { job, first } = await stuckOpening(50n * GWEI)
    const wanted = 3n * 50n * GWEI
    stack.proxy.misbehave(call => {
      if (!sends(call)) return keeps(first, call)
      const { maxFeePerGas = 0n } = parseTransaction(call.params[0] as Hex)
      const tooCheap = maxFeePerGas !== feesOf(first).max && maxFeePerGas < wanted
      return tooCheap ? { reply: { error: { code: -32_000, message: 'no' } } } : null
    })
    await impatient()
    await works(4)
    await finishes(job)
    const last = (await stack.journal()).at(-1) as ChainTransaction
    expect(last.status).toBe('included')
    expect(feesOf(last).max).toBeGreaterThanOrEqual(wanted)
  })

  /** As geth's --rpc.txfeecap. */
  const refuseAbove = (maxFee: bigint) => (call: Call) => {
    if (!sends(call)) return null
    const { maxFeePerGas = 0n } = parseTransaction(call.params[0] as Hex)
    const message = 'tx fee exceeds the configured cap'
    return maxFeePerGas > maxFee ? { reply: { error: { code: -32_000, message } } } : null
  }
  test('behaviour: a transaction above the nodes’ limit is offered at the price of the day, once that is lower', async () => {
    const limit = 100n * GWEI
    stack.proxy.misbehave(refuseAbove(limit))
    const checkout = await stack.prepare()
    await blockAt(100n * GWEI)
    const job = await stack.accept(checkout)
    await stack.work()
    await stack.restart({ replaceAfter: 0 })
    await works(20)
    const refused = await stack.journal()
    expect(refused.length).toBeLessThan(20)
    await works(5)
    expect(await stack.journal()).toHaveLength(refused.length)

    await blockAt(GWEI)
    await stack.work()
    const [offered] = (await stack.journal()).slice(refused.length) as [ChainTransaction]
    expect(feesOf(offered)).toEqual({ max: 3n * GWEI, tip: GWEI, nonce: 0 })
    // In dearer blocks, too, the next offer is one that nodes take, not one above their refusals.
    await blockAt(20n * GWEI)
    await works(10)
    await finishes(job)
    expect((await included()).map(row => feesOf(row).max <= limit)).toEqual([true])
  })

  test('behaviour: where no node takes the newest offer, an earlier forgotten one is sent again', async () => {
    const checkout = await stack.prepare()
    await blockAt(24n * GWEI)
    const job = await stack.accept(checkout)
    await stack.work()
    const [first] = (await stack.journal()) as [ChainTransaction]
    stack.proxy.misbehave(refuseAbove(50n * GWEI))
    await blockAt(60n * GWEI)
    await stack.restart({ replaceAfter: 0 })
    await works(20)
    await stack.strange.drop(first.hash)
    await blockAt(22n * GWEI)
    await works(2)
    await finishes(job)
    expect((await included()).map(({ hash }) => hash)).toEqual([first.hash])
  })

  test.each([-32_601, -32_000])(
    'error: where the endpoint does not report its state (%i), a waiting transaction is raised all the same',
    async code => {
      const { job } = await stuckOpening(50n * GWEI)
      const asks = (call: { method: string }) => call.method === 'eth_getTransactionByHash'
      stack.proxy.misbehave(call => (asks(call) ? { reply: { error: { code, message: 'no' } } } : null))
      await impatient()
      await finishes(job)
    },
  )

  describe('on a chain whose least tip is above the advice', () => {
    const tipOf = (raw: unknown) => parseTransaction(raw as Hex).maxPriorityFeePerGas ?? 0n
    const leastTip =
      (least: bigint, taken: (raw: Hex) => void = () => {}) =>
      (call: Call) => {
        if (call.method === 'eth_maxPriorityFeePerGas') return { reply: { result: numberToHex(GWEI) } }
        if (!sends(call)) return null
        if (tipOf(call.params[0]) < least) return { reply: { error: { code: -32_000, message: 'no' } } }
        taken(call.params[0] as Hex)
        return null
      }

    test('behaviour: it is paid it, less than twice of it, and at once by the next one', async () => {
      stack.proxy.misbehave(leastTip(25n * GWEI))
      await stack.restart({ replaceAfter: 0 })
      const checkout = await stack.prepare()
      const job = await stack.accept(checkout)
      await works(4)
      await finishes(job, 5)
      const before = await stack.journal()
      expect(before.length).toBeLessThan(9)
      stack.forward(100)
      await stack.settle()
      expect((await stack.stored(checkout)).subscription.billedSeconds).toBe(100)
      const tips = (await included()).map(row => feesOf(row).tip)
      expect(tips).toHaveLength(2)
      for (const tip of tips) expect(tip >= 25n * GWEI && tip < 50n * GWEI).toBe(true)
    })

    test('behaviour: when the trouble was another one, an offer is taken once it is over', async () => {
      let isOver = false
      stack.proxy.misbehave(call =>
        sends(call) && !isOver ? { reply: { error: { code: -32_005, message: 'limit' } } } : null,
      )
      await stack.restart({ replaceAfter: 0 })
      const job = await stack.accept(await stack.prepare())
      await works(4)
      expect((await stack.journal()).length).toBeGreaterThan(3)
      isOver = true
      await finishes(job, 5)
    })
  })

  test('error: an offer beyond the operator’s balance is not made, and comes when it has gas again', async () => {
    const { job, first } = await stuckOpening(50n * GWEI)
    const { gas = 0n } = parseTransaction(first.raw)
    const { rpc } = stack.strange
    const fund = (fee: bigint) =>
      rpc.request({
        method: 'anvil_setBalance',
        params: [stack.operator.address, numberToHex(gas * fee)],
      })
    await fund(feesOf(first).max)
    for (let time = 0; time < 2; time += 1) await impatient()
    expect(await stack.journal()).toEqual([first])
    await fund(200n * GWEI)
    await impatient()
    await finishes(job)
  })

  test.each<[string, Misbehaviour]>([
    ['too many requests', { status: 429, body: '{"error":{"code":-32005,"message":"slow down"}}' }],
    ['a bad gateway', { status: 502, body: '<html>' }],
    ['a cut connection', 'cut'],
  ])('error: an endpoint’s own trouble (%s) is no word about the price', async (_, trouble) => {
    const { job, first } = await stuckOpening(50n * GWEI)
    await stack.restart({ replaceAfter: 0 })
    stack.proxy.misbehave(call =>
      sends(call) && call.params[0] !== first.raw ? trouble : keeps(first, call),
    )
    await stack.work()
    await stack.work()
    await stack.restart()
    const offered = await stack.journal()
    expect(offered).toHaveLength(2)
    await works(3)
    expect(await stack.journal()).toEqual(offered)
    stack.proxy.misbehave(null)
    await finishes(job)
  })

  test('behaviour: a nonce of a foreign transaction is given up only when that is confirmed, and the work is signed again', async () => {
    const { job, first } = await stuckOpening(50n * GWEI)
    const { operator, strange } = stack
    await strange.drop(first.hash)
    const raw = await privateKeyToAccount(operator.privateKey).signTransaction({
      ...{ type: 'eip1559', chainId: 31_337, to: operator.address, gas: 21_000n, nonce: 0 },
      ...{ maxFeePerGas: 200n * GWEI, maxPriorityFeePerGas: GWEI },
    })
    await strange.rpc.request({ method: 'eth_sendRawTransaction', params: [raw] })
    await strange.mine()
    await stack.work()
    expect((await stack.job(job))?.transactionId).toBe(first.id)
    await finishes(job, 5)
    expect((await stack.journal()).map(({ nonce, status }) => [nonce, status])).toEqual([
      [0, 'replaced'],
      [1, 'included'],
    ])
  })
})
