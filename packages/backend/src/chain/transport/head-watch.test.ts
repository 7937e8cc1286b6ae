import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { numberToHex } from 'viem'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Endpoints } from './endpoints.ts'
import type { RpcQuestion } from './rpc-provider.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Head = { number: number; timestamp: number }

/** An endpoint of chain 1 whose newest block the test sets, or null while it is away. */
async function endpointAt(head: Head | null) {
  const endpoint = { url: '', head }
  const server = createServer(async (request, response) => {
    const { method } = (await json(request)) as RpcQuestion
    if (endpoint.head === null) return void response.destroy()
    const [number, timestamp] = [numberToHex(endpoint.head.number), numberToHex(endpoint.head.timestamp)]
    const block = { number, timestamp, hash: numberToHex(endpoint.head.number, { size: 32 }) }
    response.end(JSON.stringify({ result: method === 'eth_chainId' ? '0x1' : block }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return endpoint
}

const newestOf = (rpc: Endpoints) =>
  rpc
    .request<{ number: string }>({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    .then(({ number }) => Number(number))

test('behaviour: an endpoint that stands is not believed, however long those that go on are away', async () => {
  const standing = await endpointAt(null)
  const healthy = await endpointAt({ number: 1_000, timestamp: 2_000 })
  const rpc = new Endpoints([standing.url, healthy.url], { chainId: 1 })
  expect(await newestOf(rpc)).toBe(1_000)
  standing.head = { number: 500, timestamp: 1_000 }
  vi.advanceTimersByTime(30_000)
  expect(await newestOf(rpc)).toBe(1_000)
  healthy.head = null
  for (let minutes = 0; minutes < 3; minutes += 1) {
    vi.advanceTimersByTime(60_000)
    await expect(newestOf(rpc)).rejects.toMatchObject({ code: 'unreachable' })
  }
  expect(rpc.highestBlock()).toBe(1_000)
  healthy.head = { number: 1_100, timestamp: 2_200 }
  vi.advanceTimersByTime(60_000)
  expect(await newestOf(rpc)).toBe(1_100)
})

test('behaviour: a chain that was rolled back is believed after a minute, when it has gone on in time', async () => {
  const only = await endpointAt({ number: 1_000, timestamp: 2_000 })
  const rpc = new Endpoints([only.url], { chainId: 1 })
  expect(await newestOf(rpc)).toBe(1_000)
  only.head = { number: 901, timestamp: 2_030 }
  vi.advanceTimersByTime(30_000)
  await expect(newestOf(rpc)).rejects.toMatchObject({ code: 'unreachable' })
  vi.advanceTimersByTime(30_000)
  expect(await newestOf(rpc)).toBe(901)
  expect(rpc.highestBlock()).toBe(901)
})

test('error: one block of the far future keeps nothing out for longer than a minute', async () => {
  const now = Math.floor(Date.now() / 1_000)
  const only = await endpointAt({ number: 1_000, timestamp: now })
  const rpc = new Endpoints([only.url], { chainId: 1 })
  expect(await newestOf(rpc)).toBe(1_000)
  only.head = { number: 4_294_967_295, timestamp: now * 1_000 }
  expect(await newestOf(rpc)).toBe(4_294_967_295)
  only.head = { number: 1_005, timestamp: now + 60 }
  await expect(newestOf(rpc)).rejects.toMatchObject({ code: 'unreachable' })
  vi.advanceTimersByTime(60_000)
  expect(await newestOf(rpc)).toBe(1_005)
})
