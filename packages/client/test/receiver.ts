import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { BillingEvent } from '../src/resources/billing-event.ts'
import { webhooks } from '../src/webhooks.ts'

export type Receiver = AsyncDisposable & { url: string; received: BillingEvent[] }

/** A merchant's receiver, over HTTP: 204 for a webhook that verifies, 400 for any other. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  const received: BillingEvent[] = []
  const server = createServer(async (request, response) => {
    try {
      received.push(await webhooks.verify(await buffer(request), request.headers, secret()))
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
