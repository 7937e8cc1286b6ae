import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as a receiver saw it, in the bytes it came in. */
export type Received = { path: string; headers: IncomingHttpHeaders; payload: string }

/** A status, or a function on the raw response. "hold" leaves the connection open without a word. */
export type ReceiverAnswer = number | 'hold' | ((response: ServerResponse, request: Received) => void)

export type WebhookReceiver = {
  url: string
  port: number
  received: Received[]
  /** Answers so from now on. */
  answer(next: ReceiverAnswer): void
  /** Answers everything that is held so. */
  letGo(status: number): void
  close(): Promise<void>
}

/** A merchant's server on a free port of its own. */
export async function startReceiver(first: ReceiverAnswer = 200, port = 0): Promise<WebhookReceiver> {
  const received: Received[] = []
  const held = new Set<ServerResponse>()
  let answer = first
  const server = createServer(async (request, response) => {
    const seen = { path: request.url ?? '', headers: request.headers, payload: await textOf(request) }
    received.push(seen)
    if (typeof answer === 'function') return answer(response, seen)
    if (answer === 'hold') held.add(response)
    else response.writeHead(answer).end()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const taken = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    received,
    answer: next => {
      answer = next
    },
    letGo: status => {
      for (const response of held) response.writeHead(status).end()
      held.clear()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** An address without a listener. */
export async function deadUrl(): Promise<string> {
  const receiver = await startReceiver()
  await receiver.close()
  return receiver.url
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
