import type { Hex } from '@per-second/protocol/types'
import { keccak256, numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Misbehaviour, RpcCall } from './faulty-proxy.ts'
import { openMeter, type RealStack, startRealStack } from './real-stack.ts'

const TIMEOUT = 300

let stack: RealStack
const startWith = async (endpoints: number) => {
  stack = await startRealStack({ rpcTimeoutMs: TIMEOUT }, endpoints)
}
afterEach(async () => {
  vi.restoreAllMocks()
  await stack.remove()
})

/** Real time, in which endpoints rest, goes on by so many milliseconds and then stands. */
function passTime(millis: number): void {
  const later = performance.now() + millis
  vi.spyOn(performance, 'now').mockReturnValue(later)
}

const only = (method: string, how: Misbehaviour) => (call: RpcCall) => (call.method === method ? how : null)
const HUGE = function* () {
  yield '{"jsonrpc":"2.0","id":1,"result":"0x'
  const part = '0'.repeat(1024 * 1024)
  for (let count = 0; count < 64; count += 1) yield part
}

const TROUBLES: [string, () => Misbehaviour][] = [
  ['silence', () => 'silent'],
  ['a cut connection', () => 'cut'],
  ['HTML', () => ({ body: '<html>Welcome</html>' })],
  ['a bad gateway', () => ({ status: 502, body: 'Bad Gateway' })],
  ['too many requests', () => ({ status: 429, body: '{"error":{"code":429,"message":"slow down"}}' })],
  ['an internal error', () => ({ reply: { error: { code: -32_603, message: 'internal' } } })],
  [
    'an internal error, HTTP 500',
    () => ({ status: 500, body: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"internal"}}' }),
  ],
  ['a limit', () => ({ reply: { error: { code: -32_005, message: 'limit exceeded' } } })],
  ['garbage', () => ({ reply: { result: { number: 'many' } } })],
  ['a number where an object belongs', () => ({ reply: { result: 7 } })],
  ['another chain', () => ({ reply: { result: '0x1' } })],
  ['an endless body', () => ({ body: HUGE() })],
]

describe('one endpoint of several', () => {
  beforeEach(() => startWith(2))

  test.each(TROUBLES)('behaviour: with %s, the spare one does the work', async (_, how) => {
    stack.proxy.misbehave(how)
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'running',
      billedSeconds: 100,
    })
    expect(await stack.strange.charges()).toHaveLength(1)
  })

  test('behaviour: one whose log lacks events of the escrow is passed over for the other', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    const { chain, indexer } = stack.running()
    const { meterId } = checkout.subscription
    stack.proxy.misbehave(only('eth_getLogs', { reply: { result: [] } }))
    const upTo = await indexer.position()
    expect((await chain.meterLog(meterId, upTo)).map(({ kind }) => kind)).toEqual(['opened', 'settled'])
  })

  test('behaviour: a meter of long ago is read with one question', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    await stack.strange.rpc.request({ method: 'anvil_mine', params: [numberToHex(1_100)] })
    const { chain } = stack.running()
    const { number } = await chain.head()
    stack.proxy.calls.splice(0)
    const events = await chain.meterLog(checkout.subscription.meterId, number)
    expect(events.map(({ kind }) => kind)).toEqual(['opened', 'settled'])
    expect(stack.proxy.calls.filter(method => method === 'eth_getLogs')).toHaveLength(1)
  })

  test('behaviour: an endpoint that takes transactions and passes none on holds nothing up: a repeat goes to all', async () => {
    const checkout = await stack.prepare()
    const kept = new Set<unknown>()
    stack.proxy.misbehave(({ method, params }) => {
      if (method === 'eth_getTransactionByHash' && kept.has(params[0]))
        return { reply: { result: { hash: params[0] } } }
      if (method !== 'eth_sendRawTransaction') return null
      const hash = keccak256(params[0] as Hex)
      const isKnown = kept.has(hash)
      kept.add(hash)
      return { reply: isKnown ? { error: { code: -32_000, message: 'no' } } : { result: hash } }
    })
    const job = await stack.accept(checkout)
    await stack.settle(6)
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect(await stack.journal()).toHaveLength(1)
  })

  test('behaviour: an endpoint that forgets receipts is not believed once the nonce is used', async () => {
    const checkout = await openMeter(stack)
    stack.proxy.misbehave(only('eth_getTransactionReceipt', { reply: { result: null } }))
    stack.forward(100)
    await stack.settle()
    const [charge] = await stack.strange.charges()
    const { subscription, invoices } = await stack.stored(checkout)
    expect(subscription).toMatchObject({ status: 'running', billedSeconds: 100 })
    expect(invoices.map(({ txHash }) => txHash)).toEqual([charge?.txHash])
    expect(await stack.journal()).toHaveLength(2)
  })
})

describe('the only endpoint', () => {
  beforeEach(() => startWith(1))

  test.each(TROUBLES)('error: with %s, nothing is announced, refused or lost', async (_, how) => {
    const running = await openMeter(stack)
    const opening = await stack.prepare()
    await stack.accept(opening)
    stack.forward(100)
    const before = await Promise.all([running, opening].map(stack.stored))
    stack.proxy.misbehave(how)
    passTime(30_000)
    await stack.work()
    await expect(stack.running().chain.head()).rejects.toMatchObject({ name: 'ChainError' })
    const during = await Promise.all([running, opening].map(stack.stored))
    expect(during.map(({ events, invoices }) => ({ events, invoices }))).toEqual(
      before.map(({ events, invoices }) => ({ events, invoices })),
    )
    expect(during.map(({ subscription }) => subscription.status)).toEqual(['running', 'incomplete'])

    stack.proxy.misbehave(null)
    await stack.settle()
    const after = await Promise.all([running, opening].map(stack.stored))
    expect(after.map(({ subscription }) => subscription.status)).toEqual(['running', 'running'])
    expect(after[0]?.invoices.map(({ status, seconds }) => [status, seconds])).toEqual([['paid', 100]])
  })

  test('behaviour: closings ask together: for its chain, the newest block and their transaction once, for each meter once', async () => {
    const checkouts = []
    for (let count = 0; count < 3; count += 1) checkouts.push(await openMeter(stack))
    stack.forward(100)
    for (const checkout of checkouts) await stack.cancel(checkout)
    await stack.strange.mine(3)
    stack.proxy.calls.splice(0)
    await stack.running().worker.drain()
    const closing = stack.proxy.calls.slice(0, stack.proxy.calls.indexOf('eth_sendRawTransaction') + 1)
    expect(closing).toEqual([
      // The newest block that counts, and the newest.
      ...['eth_getBlockByNumber', 'eth_getBlockByNumber', 'eth_chainId', 'eth_getBlockByNumber'],
      ...['eth_call', 'eth_call', 'eth_call'],
      // The batch, its fees, its nonce from the journal.
      ...['eth_call', 'eth_maxPriorityFeePerGas', 'eth_getBlockByNumber', 'eth_sendRawTransaction'],
    ])
  })

  test('error: that turns into one of another chain is not believed about a call or a meter', async () => {
    const checkout = await openMeter(stack)
    const elsewhere = (call: RpcCall): Misbehaviour => {
      if (call.method === 'eth_chainId') return { reply: { result: '0x1' } }
      if (call.method !== 'eth_call') return null
      return { reply: { error: { code: 3, message: 'execution reverted' } } }
    }
    stack.proxy.misbehave(elsewhere)
    stack.forward(100)
    await stack.work()
    const { subscription, invoices } = await stack.stored(checkout)
    expect([subscription.status, invoices]).toEqual(['running', []])
    const { chain } = stack.running()
    await expect(chain.meterState(checkout.subscription.meterId)).rejects.toMatchObject({
      message: 'the endpoint is on chain 1, not 31337',
    })
  })

  test('error: whose log is empty takes nothing out of the books, and holds nothing up', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    await stack.settle()
    const before = await stack.stored(checkout)
    const { indexer } = stack.running()
    const { meterId } = checkout.subscription
    stack.proxy.misbehave(only('eth_getLogs', { reply: { result: [] } }))
    await expect(indexer.reread(meterId)).rejects.toMatchObject({ code: 'rejected' })
    expect(await stack.stored(checkout)).toEqual(before)
    expect(await stack.storage.read(tx => tx.jobs.pendingOf([checkout.subscription.id]))).toEqual([])
    stack.proxy.misbehave(null)
    await stack.cancel(checkout)
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({ closed: true, billedSeconds: 100 })
  })

  test('error: that reports a wrong charge is found out, and the meter’s log is read again', async () => {
    const checkout = await openMeter(stack)
    stack.forward(100)
    stack.proxy.misbehave(async ({ method, params }, forward) => {
      const isOfOneMeter = (params[0] as { topics?: unknown[] } | undefined)?.topics?.length === 2
      if (method !== 'eth_getLogs' || isOfOneMeter) return null
      const { result } = (await forward()) as { result: { data: string }[] }
      return { reply: { result: result.map(log => ({ ...log, data: log.data.replace(/..$/, 'ff') })) } }
    })
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      ...{ logFaulty: false, billedSeconds: 100, loggedSeconds: 100, invoicedSeconds: 100 },
    })
    const [charge] = await stack.strange.charges()
    const { invoices } = await stack.stored(checkout)
    const moved = { gross: charge?.gross, fee: charge?.fee }
    expect(invoices).toMatchObject([{ status: 'paid', ...moved, seconds: 100 }])
    stack.proxy.misbehave(null)
    const { chain, indexer } = stack.running()
    const { events } = await chain.escrowEvents(0, await indexer.position())
    expect(events).toMatchObject([{ kind: 'opened' }, { kind: 'settled', ...moved }])
  })

  test('error: that reports a false time of an opening is found out, and the meter starts at the true one', async () => {
    const checkout = await stack.prepare()
    await stack.strange.mine(7)
    await stack.accept(checkout)
    await stack.work()
    stack.proxy.misbehave(async ({ method }, forward) => {
      if (method !== 'eth_getBlockByHash') return null
      const { result } = (await forward()) as { result: { timestamp: Hex } | null }
      const later = result && { ...result, timestamp: numberToHex(Number(result.timestamp) + 86_400) }
      return { reply: { result: later } }
    })
    await stack.strange.mine(4)
    await stack.work()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      status: 'incomplete',
      startedAt: null,
    })
    stack.proxy.misbehave(null)
    await stack.settle()
    const { status, startedAt } = (await stack.stored(checkout)).subscription
    expect(status).toBe('running')
    expect(startedAt).toBeLessThan(checkout.subscription.terms.openBy * 1_000)
  })

  test('error: that claims a meter unknown, but is behind, loses no opening', async () => {
    const checkout = await stack.prepare()
    await stack.strange.mine(2)
    const job = await stack.accept(checkout)
    await stack.work()
    const unknown = { reply: { result: `0x${'0'.repeat(256)}` as const } }
    stack.proxy.misbehave((call: RpcCall) => {
      if (call.method === 'eth_getTransactionReceipt') return { reply: { result: null } }
      if (call.method === 'eth_getLogs') return { reply: { result: [] } }
      if (call.method !== 'eth_call') return null
      const block = call.params[1] as string
      return block === 'latest' || block === 'pending'
        ? unknown
        : { reply: { error: { code: -32_000, message: 'no such block' } } }
    })
    await stack.strange.mine()
    stack.forward(1_801)
    await stack.strange.mine(4)
    await stack.work()
    expect(await stack.job(job)).toMatchObject({ status: 'pending' })
    stack.proxy.misbehave(null)
    await stack.settle()
    expect(await stack.job(job)).toMatchObject({ status: 'done' })
    expect((await stack.stored(checkout)).subscription.openingTxHash).not.toBeNull()
    expect(await stack.storage.read(tx => tx.sessions.get(checkout.session.id))).toMatchObject({
      status: 'complete',
    })
  })
})
