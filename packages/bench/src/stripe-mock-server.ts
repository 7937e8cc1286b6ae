import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createExpressApp } from 'stripe-stateful-mock'

/** The peer, as its own command line serves it: objects in memory alone, no events, no webhooks, nothing on disk. */
const server = createServer(createExpressApp())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
