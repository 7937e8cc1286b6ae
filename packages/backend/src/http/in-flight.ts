import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { bareAnswer } from './error-handler.ts'
import type { RefuseHttp } from './refuse-broken-http.ts'

/**
 * The most requests on one connection, which is then read no further: a client that sends and never reads would fill
 * the memory. Browsers and clients of today send the next request when the last is answered.
 */
const MOST_ON_ONE = 32

/** How requests are answered. */
export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/**
 * Tracks the pending requests, so that none of them ends with a cut connection when the service stops. There is no
 * limit for all of them together, which one caller could fill for the others (docs/money.md, rule 50). Tracked by
 * connection: a set of all of them is created again and again. Each discarded set keeps its content from being
 * collected, which is a sixth of the processor time of a read.
 *
 * @param refuse makes the answer to input that the adapter does not understand, for example without a usable `Host`
 */
export function trackInFlight(fetch: Fetch, { newId, refuse }: { newId: Deps['newId']; refuse: RefuseHttp }) {
  const connections = new Map<Socket, ServerResponse[]>()
  let closing = false

  const waiting = () => [...connections.values()].flat().filter(response => !response.headersSent)
  const responsesOn = (socket: Socket): ServerResponse[] => {
    const known = connections.get(socket)
    if (known) return known
    const responses: ServerResponse[] = []
    connections.set(socket, responses)
    socket.once('close', () => connections.delete(socket))
    return responses
  }
  const answer = getRequestListener(
    async (request, env) => {
      const response = await fetch(request, env as HttpBindings)
      return (env as HttpBindings).outgoing.headersSent ? RESPONSE_ALREADY_SENT : response
    },
    {
      errorHandler: () => {
        const { body, ...init } = refuse()
        return new Response(body, init)
      },
    },
  )

  return {
    /** The function that a Node server calls for each request. */
    listener: (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const responses = responsesOn(socket)
      const isTooMuch = responses.length >= MOST_ON_ONE
      responses.push(response)
      if (responses.length === MOST_ON_ONE) socket.pause()
      response.once('close', () => {
        responses.splice(responses.indexOf(response), 1)
        if (responses.length === MOST_ON_ONE - 1) socket.resume()
      })
      if (closing) response.setHeader('Connection', 'close')
      if (isTooMuch) tryAgain(response, newId, 'The service is busy. It is safe to try again.')
      else answer(withHost(request), response)
    },
    /** The service is ending: from now on every response is the last one on its connection. */
    close: () => {
      closing = true
      for (const response of waiting()) response.setHeader('Connection', 'close')
    },
    /** Ends all waiting requests with 503 and a time to retry. Their effects go on, or are found by a repeat. */
    refuse: () => {
      for (const response of waiting())
        tryAgain(response, newId, 'The service is stopping. It is safe to try again.')
    },
  }
}

/** HTTP/1.0 has no `Host`, and health checks still speak it: RFC 9112 demands one of HTTP/1.1 only. */
function withHost(request: IncomingMessage): IncomingMessage {
  if (request.httpVersionMajor === 1 && request.httpVersionMinor === 0) request.headers.host ||= 'localhost'
  return request
}

function tryAgain(response: ServerResponse, newId: Deps['newId'], message: string): void {
  const error = new ApiError('internal_error', message, { status: 503, retryAfter: 1 })
  const { status, headers, body } = bareAnswer(newId('req_'), error)
  response.writeHead(status, headers).end(body)
}
