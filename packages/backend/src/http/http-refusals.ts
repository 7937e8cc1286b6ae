import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../domain/api-error.ts'
import type { RefusedHttp } from '../observability/observe-refusals.ts'
import type { Deps } from '../routes/deps.ts'
import { errorEnvelope } from './error-handler.ts'
import { answerHeaders } from './respond.ts'

/** How long a refused connection has to read its answer and leave, in milliseconds of real time. */
const LEAVE_MILLIS = 1_000

/**
 * Gives requests that Node refuses before the app the envelope of every other error. These are broken HTTP, oversized
 * headers, slow requests (`clientError`), an unsupported `Expect`, `CONNECT` and upgrades. The API's error types have
 * no other status than 400 for them.
 */
export function refuseBrokenHttp(server: Server, newId: Deps['newId'], refused: RefusedHttp): void {
  server.on('clientError', (error, socket) => refuseOnSocket(socket, newId, told => refused(told, error)))
  server.on('connect', (_request, socket) => refuseOnSocket(socket, newId, refused))
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = refusal(newId, refused)
    response.writeHead(400, headers).end(body)
  })
}

/** The same for requests that the adapter refuses, for example without a usable `Host`: its `errorHandler` option. */
export function answerBrokenRequest(newId: Deps['newId'], refused: RefusedHttp): () => Response {
  return () => {
    const { headers, body } = refusal(newId, refused)
    return new Response(body, { status: 400, headers })
  }
}

function refuseOnSocket(socket: Duplex, newId: Deps['newId'], refused: RefusedHttp): void {
  // Node listens to the socket of a CONNECT no more: a peer that resets it would end the process.
  socket.on('error', () => {})
  // A peer that is gone, or an answer already begun, cannot be told anything any more.
  if (!socket.writable || ('_httpMessage' in socket && isBegun(socket._httpMessage))) {
    socket.destroy()
    return
  }
  const { headers, body } = refusal(newId, refused)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
  // Further input is read and dropped, so that the response is not lost to a reset. A time limit keeps the other end
  // from sending for ever.
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), LEAVE_MILLIS)
  socket.once('close', () => clearTimeout(cut))
}

function isBegun(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'headersSent' in message &&
    message.headersSent === true
  )
}

function refusal(newId: Deps['newId'], refused: RefusedHttp) {
  const requestId = newId('req_')
  refused(requestId)
  const error = new ApiError(
    'http_invalid',
    'This is not a valid HTTP request, or its headers are too large.',
  )
  const body = JSON.stringify(errorEnvelope(error))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...answerHeaders(requestId),
    Connection: 'close',
  }
  return { headers, body }
}
