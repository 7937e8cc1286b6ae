import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SimulatedTime } from '../../test/simulated-time.ts'
import { createClient } from '../client.ts'
import { send } from './send.ts'

/** As a test DOM makes them: by the book, and no signals of Node's own. */
class ForeignController {
  readonly signal = Object.assign(new EventTarget(), { aborted: false })
  abort() {
    this.signal.aborted = true
    this.signal.dispatchEvent(new Event('abort'))
  }
}

test('a call is answered, and ends in time, in a DOM whose signals the runtime’s fetch refuses', async () => {
  vi.stubGlobal('AbortController', ForeignController)
  const server = createServer((request, response) => {
    if (request.url === '/v1/products/prod_slow') return
    response.setHeader('content-type', 'application/json').end('{"id":"prod_1"}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const billing = createClient({ apiKey: 'sk_test_1', baseUrl, maxRetries: 0, timeoutMs: 300 })
  expect(await billing.products.retrieve('prod_1')).toEqual({ id: 'prod_1' })
  await expect(billing.products.retrieve('prod_slow')).rejects.toMatchObject({ code: 'timeout' })
})

function sent(fetch: typeof globalThis.fetch, signal?: AbortSignal) {
  const timing = new SimulatedTime()
  const transport = { fetch, timing, apiKey: 'sk_test_1', baseUrl: 'https://billing.example' }
  const url = 'https://billing.example/v1/products'
  return timing.run(send(transport, { url }, { signal, timeoutMs: 300 }))
}

test.each<[string, number, (caller: AbortController) => void]>([
  ['the time is over', 300, () => {}],
  ['the caller aborts', 0, caller => caller.abort()],
])('the request itself is aborted when %s', async (_, elapsedMs, end) => {
  const caller = new AbortController()
  const signals: (AbortSignal | null | undefined)[] = []
  const ended = sent((_, init) => {
    signals.push(init?.signal)
    return new Promise(() => {})
  }, caller.signal)
  end(caller)
  expect((await ended).elapsedMs).toBe(elapsedMs)
  expect(signals.map(signal => signal?.aborted)).toEqual([true])
})

test.each(['null', '5', '"prod_1"', '<html>', ''])('%j with 200 is no answer', async body => {
  const headers = { 'request-id': 'req_1' }
  expect((await sent(async () => new Response(body, { headers }))).value).toEqual({
    error: expect.objectContaining({
      name: 'ApiError',
      status: 200,
      requestId: 'req_1',
      message: 'The service answered 200, but not with a JSON object. Is baseUrl right?',
    }),
  })
})
