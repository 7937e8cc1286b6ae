import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checkout } from '../../src/worker/checkouts.fixture.ts'
import type { RpcCall } from './faulty-proxy.ts'
import { CONFIRMATIONS, DEPTH, openMeter, type RealStack, startRealStack } from './real-stack.ts'

let stack: RealStack
beforeEach(async () => {
  stack = await startRealStack()
})
afterEach(() => stack.remove())

const isLogs = ({ method }: RpcCall) => method === 'eth_getLogs'

async function stopOnChain(checkout: Checkout) {
  await stack.strange.onMeter(checkout.payer, 'stop', checkout.subscription.terms)
  await stack.strange.mine(CONFIRMATIONS)
}

/** From which block to which logs were asked for. */
function watchRanges(): [number, number][] {
  const ranges: [number, number][] = []
  stack.proxy.misbehave(call => {
    if (!isLogs(call)) return null
    const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }]
    ranges.push([Number(fromBlock), Number(toBlock)])
    return null
  })
  return ranges
}

describe('where reading begins', () => {
  test('default: a new database begins at the newest block that counts', async () => {
    await stack.strange.mine(50)
    const newest = Number(await stack.strange.rpc.request<string>({ method: 'eth_blockNumber' }))
    const ranges = watchRanges()
    await stack.running().indexer.poll()
    expect(await stack.running().indexer.position()).toBe(newest - CONFIRMATIONS + 1)
    await stack.strange.mine()
    await stack.running().indexer.poll()
    expect(ranges.every(([from]) => from > newest - DEPTH - CONFIRMATIONS)).toBe(true)
  })

  test('behaviour: a stop made while the service was down is found by the next process', async () => {
    const checkout = await openMeter(stack)
    stack.forward(30)
    await stopOnChain(checkout)
    stack.forward(500)
    await stack.strange.skip(DEPTH + 250)
    await stack.restart()
    await stack.settle()
    const { subscription } = await stack.stored(checkout)
    expect(subscription).toMatchObject({ cancelReason: 'stopped_on_chain', billedSeconds: 30, closed: true })
  })

  test('behaviour: without a saved place, it begins before the oldest meter that may be open', async () => {
    await stack.strange.mine(40)
    stack.forward(10_000)
    await stack.strange.mine(40)
    const opened = Number(await stack.strange.rpc.request<string>({ method: 'eth_blockNumber' }))
    const checkout = await stack.prepare()
    await stack.accept(checkout)
    for (let block = 0; block <= CONFIRMATIONS; block += 1) {
      await stack.running().worker.drain()
      await stack.strange.mine()
    }
    stack.forward(30)
    await stopOnChain(checkout)
    const { source } = stack.running().indexer
    await stack.storage.unitOfWork(tx => tx.indexedBlocks.keepBetween(source, 1, 0))
    await stack.restart()
    expect(await stack.running().indexer.position()).toBe(-1)
    const ranges = watchRanges()
    await stack.settle()
    expect((await stack.stored(checkout)).subscription).toMatchObject({
      cancelReason: 'stopped_on_chain',
      billedSeconds: 30,
    })
    const earliest = Math.min(...ranges.map(([from]) => from))
    expect(earliest).toBeLessThanOrEqual(opened)
    expect(earliest).toBeGreaterThan(opened - 40 - DEPTH - 2)
  })
})

describe('how it reads', () => {
  test('behaviour: events that a lagging endpoint left out are found by the next look', async () => {
    const checkout = await openMeter(stack)
    stack.forward(30)
    await stopOnChain(checkout)
    stack.proxy.misbehave(call => (isLogs(call) ? { reply: { result: [] } } : null))
    await stack.work()
    expect((await stack.stored(checkout)).subscription.status).toBe('running')
    stack.proxy.misbehave(null)
    await stack.strange.mine()
    await stack.work()
    expect((await stack.stored(checkout)).subscription).toMatchObject({ cancelReason: 'stopped_on_chain' })
  })
})
