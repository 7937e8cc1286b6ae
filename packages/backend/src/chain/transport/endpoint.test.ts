import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Endpoint } from './endpoint.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An endpoint that answers no question before the test lets it fail, and how long it is put off. */
async function silentEndpoint() {
  const waiting: ServerResponse[] = []
  const server = createServer((_, response) => void waiting.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = new Endpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 10_000, null)
  /** @returns a function that lets the request fail */
  const ask = async () => {
    const arrived = waiting.length
    const answer = endpoint.request({ method: 'eth_blockNumber' })
    await expect.poll(() => waiting.length).toBe(arrived + 1)
    return async () => {
      waiting[arrived]?.writeHead(503).end()
      await expect(answer).rejects.toMatchObject({ code: 'unreachable' })
    }
  }
  const putOff = () => Math.max(endpoint.waitsUntil(performance.now()) - performance.now(), 0)
  return { ask, putOff }
}

test('behaviour: questions that began before an endpoint was put off, and fail one after the other, count as one', async () => {
  const { ask, putOff } = await silentEndpoint()
  const failures: (() => Promise<void>)[] = []
  for (let count = 0; count < 12; count += 1) {
    failures.push(await ask())
    vi.advanceTimersByTime(330)
  }
  const seen: number[] = []
  for (const fail of failures) {
    await fail()
    seen.push(putOff())
    vi.advanceTimersByTime(330)
  }
  expect(seen).toEqual([1_000, 670, 340, 10, 0, 0, 0, 0, 0, 0, 0, 0])
  const failAgain = await ask()
  await failAgain()
  expect(putOff()).toBe(2_000)
})
