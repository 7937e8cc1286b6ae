import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../client.ts'

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
