import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }

/** Responds to one request: with a status, a JSON body and headers, or by a function on the raw response. */
export type Answer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse) => void)

export type LocalService = AsyncDisposable & { url: string; received: ReceivedRequest[] }

/** A real HTTP server on a free port that gives the listed answers in order, and the last one from then on. */
export async function startLocalService(...answers: Answer[]): Promise<LocalService> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const text = await readText(request)
    received.push({ method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) })
    const answer = answers[Math.min(received.length, answers.length) - 1]
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json', ...answer?.headers })
    response.end(JSON.stringify(answer?.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
