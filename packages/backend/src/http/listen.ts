import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ApiError } from '../domain/api-error.ts'
import { isFileError } from '../files/file-error.ts'
import type { Metrics } from '../observability/metrics.ts'
import { OptionError } from '../options/option-error.ts'
import type { Deps } from '../routes/deps.ts'
import { errorEnvelope } from './error-handler.ts'
import { type Fetch, trackInFlight } from './in-flight.ts'
import { answerHeaders } from './respond.ts'

export type HttpServer = {
  url: string
  /**
   * Takes no more requests and resolves when the ones in flight are answered. A request that waits for longer than a
   * second gets 503.
   */
  close(): Promise<void>
}

/**
 * How much longer than announced an idle connection stays open, in milliseconds of real time. A client on a loaded
 * machine may be late to give it up, and would see its request end without a response.
 */
const KEEP_ALIVE_BUFFER_MILLIS = 10_000

/** The time in which a request has to arrive, in milliseconds of real time. It is checked every few seconds. */
const ARRIVAL_MILLIS = 30_000
const ARRIVAL_CHECK_MILLIS = 5_000

/** How long requests in flight have for their own answer when the service ends, in milliseconds of real time. */
const ANSWER_MILLIS = 1_000

/** After so long a connection is cut whose other end does not read. */
const DRAIN_MILLIS = 1_500

/**
 * Serves the app.
 *
 * @param port 0 for any free one
 * @param host the address to listen on (default: this machine only)
 * @param refused called for input that is refused before it is a request
 * @throws {OptionError} when the port is taken, or the address is not this machine's
 */
export async function listen(
  fetch: Fetch,
  port: number,
  newId: Deps['newId'],
  host = '127.0.0.1',
  refused: RefusedHttp = () => {},
): Promise<HttpServer> {
  const inFlight = trackInFlight(fetch, { newId, errorHandler: answerBrokenRequest(newId, refused) })
  const server = createServer(
    {
      // Without this Node refuses a request that names no host by itself, without the envelope.
      requireHostHeader: false,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MILLIS,
      requestTimeout: ARRIVAL_MILLIS,
      headersTimeout: ARRIVAL_MILLIS,
      connectionsCheckingInterval: ARRIVAL_CHECK_MILLIS,
    },
    inFlight.listener,
  )
  refuseBrokenHttp(server, newId, refused)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(unusableAddress(error, host, port) ?? error))
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      inFlight.close()
      // Data on an open connection is read before that connection counts as idle: this turn may be past its reading.
      await nextTurn()
      await nextTurn()
      const closed = once(server, 'close')
      const refuse = setTimeout(inFlight.refuse, ANSWER_MILLIS)
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MILLIS)
      server.close()
      await closed
      clearTimeout(refuse)
      clearTimeout(cut)
    },
  }
}

/** On no interface, unknown to DNS, of a family that this machine lacks, or without its interface, as `fe80::1`. */
const NO_ADDRESS_OF_OURS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL', 'EAFNOSUPPORT', 'EAI_AGAIN']

function unusableAddress(error: Error, host: string, port: number): OptionError | null {
  if (isFileError(error, 'EADDRINUSE'))
    return new OptionError(`Port ${port} is taken. Choose another with --port, or 0 for any free one.`)
  if (isFileError(error, 'EACCES'))
    return new OptionError(
      `This user may not listen on port ${port}. Choose another with --port, above 1023.`,
    )
  if (NO_ADDRESS_OF_OURS.some(code => isFileError(error, code)))
    return new OptionError(`${host} is not an address of this machine. Choose another with --host.`)
  return null
}

/** How long a refused connection has to read its answer and leave, in milliseconds of real time. */
const LEAVE_MILLIS = 1_000

/**
 * Gives requests that Node refuses before the app the envelope of every other error. These are broken HTTP, oversized
 * headers, slow requests (`clientError`), an unsupported `Expect`, `CONNECT` and upgrades. The API's error types have
 * no other status than 400 for them.
 */
export function refuseBrokenHttp(server: Server, newId: Deps['newId'], refused: RefusedHttp): void {
  server.on('clientError', (error, socket) =>
    refuseOnSocket(socket, newId, requestId => refused(requestId, error)),
  )
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

/** Told of each connection that was refused before there was a request: under which id, and Node's reason if it has one. */
type RefusedHttp = (requestId: string, reason?: Error) => void

/**
 * Counts and logs broken HTTP. It records none of the input, only the parser's own word for the fault, which is one of
 * a few dozen.
 */
export function createRefusalObserver({ log, metrics }: { log: Logger; metrics: Metrics }): RefusedHttp {
  return (requestId, error) => {
    const code = error !== undefined && 'code' in error ? String(error.code) : ''
    const reason = /^(?:HPE|ERR)_[A-Z_]+$/.test(code) ? code : 'other'
    metrics.httpRefused.add({ reason })
    log.info({ requestId, code: 'http_invalid', reason }, 'broken HTTP refused')
  }
}
