import { createServer, Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** What an endpoint was asked: HTTP requests, and the JSON-RPC calls in them, by method. */
export type Asked = { requests: number; calls: Record<string, number> }

/** A JSON-RPC endpoint in front of a chain, every answer of which comes so much later. */
export type DistantEndpoint = {
  url: string
  /** What was asked since it was called last. */
  asked(): Asked
  stop(): Promise<void>
}

/** @param millis real milliseconds that are added to every answer */
export async function startDistantEndpoint(behind: string, millis: number): Promise<DistantEndpoint> {
  let asked: Asked = { requests: 0, calls: {} }
  const agent = new HttpAgent({ keepAlive: true })
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    asked.requests += 1
    for (const { method } of [JSON.parse(body.toString())].flat() as { method: string }[])
      asked.calls[method] = (asked.calls[method] ?? 0) + 1
    const onwards = httpRequest(behind, {
      ...{ method: 'POST', agent },
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    onwards.on('response', async answer => {
      const [text] = await Promise.all([buffer(answer), delay(millis)])
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(text)
    })
    onwards.on('error', () => outgoing.destroy())
    onwards.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => {
      const before = asked
      asked = { requests: 0, calls: {} }
      return before
    },
    stop: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
