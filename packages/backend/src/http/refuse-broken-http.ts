import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { bareAnswer } from './error-handler.ts'

/** Makes the answer to one broken request. It is called with Node's reason, where there is one. */
export type RefuseHttp = (reason?: Error) => ReturnType<typeof bareAnswer>

/**
 * Logs and answers broken HTTP. It records none of the input, only the parser's own word for the fault, which
 * is one of a few dozen.
 */
export function createRefuseHttp({ newId, log }: Pick<Deps, 'newId' | 'log'>): RefuseHttp {
  return error => {
    const requestId = newId('req_')
    const code = error !== undefined && 'code' in error ? String(error.code) : ''
    const reason = /^(?:HPE|ERR)_[A-Z_]+$/.test(code) ? code : 'other'
    log.info({ requestId, code: 'http_invalid', reason }, 'broken HTTP refused')
    const message = 'This is not a valid HTTP request, or its headers are too large.'
    const answer = bareAnswer(requestId, new ApiError('http_invalid', message))
    return { ...answer, headers: { ...answer.headers, Connection: 'close' } }
  }
}

/** How long a refused connection has to read its answer and leave, in milliseconds of real time. */
const LEAVE_MILLIS = 1_000

/**
 * Gives requests that Node refuses before the app the envelope of every other error. These are broken HTTP, oversized
 * headers, slow requests (`clientError`), an unsupported `Expect`, `CONNECT` and upgrades. The API's error types have
 * no other status than 400 for them.
 */
export function refuseBrokenHttp(server: Server, refuse: RefuseHttp): void {
  server.on('clientError', (error, socket) => refuseOnSocket(socket, () => refuse(error)))
  server.on('connect', (_request, socket) => refuseOnSocket(socket, refuse))
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refuse()
    response.writeHead(status, headers).end(body)
  })
}

function refuseOnSocket(socket: Duplex, refuse: RefuseHttp): void {
  // Node listens to the socket of a CONNECT no more: a peer that resets it would end the process.
  socket.on('error', () => {})
  // A peer that is gone, or an answer already begun, cannot be told anything any more.
  if (!socket.writable || ('_httpMessage' in socket && isBegun(socket._httpMessage))) {
    socket.destroy()
    return
  }
  const { headers, body } = refuse()
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
