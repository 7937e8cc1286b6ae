import type { IncomingMessage } from 'node:http'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { errorEnvelope } from './error-handler.ts'
import { answerHeaders } from './respond.ts'

/**
 * Requests under way at once; the others are told to come back, before they cost anything. One that has not all arrived costs nothing yet,
 * and does not count: else a thousand slow senders would keep everybody out.
 */
const MOST_UNDER_WAY = 1_000

/** Node's own request, and whether all of it has arrived. */
type NodeEnvironment = { incoming?: Pick<IncomingMessage, 'complete'> }

/** How requests are answered. */
export type Fetch = (request: Request, env?: NodeEnvironment) => Response | Promise<Response>

/** The requests that wait for an answer. */
export type InFlight = {
  fetch: Fetch
  /** The service is ending: from now on every answer is the last one on its connection. */
  close(): void
  /** Answers all that still wait: 503, and when to try again. What they asked for goes on, or is found by a repeat. */
  refuse(): void
}

/**
 * Keeps count of the requests under way, so that there are no more than the service can answer in time, and none of them ends with a cut
 * connection when the service does.
 */
export function trackInFlight(fetch: Fetch, newId: Deps['newId']): InFlight {
  const waiting = new Map<() => void, NodeEnvironment | undefined>()
  let closing = false

  const isFull = () =>
    waiting.size >= MOST_UNDER_WAY &&
    [...waiting.values()].filter(env => env?.incoming?.complete !== false).length >= MOST_UNDER_WAY
  const last = (answer: Response): Response => {
    answer.headers.set('Connection', 'close')
    return answer
  }
  return {
    fetch: async (request, env) => {
      if (isFull()) return toResponse(busy(newId))
      const { promise: refused, resolve } = Promise.withResolvers<Response>()
      const refuse = () => resolve(toResponse(ending(newId)))
      waiting.set(refuse, env)
      try {
        const answer = await Promise.race([fetch(request, env), refused])
        return closing ? last(answer) : answer
      } finally {
        waiting.delete(refuse)
      }
    },
    close: () => {
      closing = true
    },
    refuse: () => {
      for (const refuse of waiting.keys()) refuse()
    },
  }
}

/** An answer that is given without asking the app. */
export type PlainAnswer = { status: number; headers: Record<string, string>; body: string }

/** More is asked than can be answered in time. */
export function busy(newId: Deps['newId']): PlainAnswer {
  return tryAgain(newId, 'The service is busy. It is safe to try again.')
}

function ending(newId: Deps['newId']): PlainAnswer {
  return tryAgain(newId, 'The service is ending. It is safe to try again.')
}

function tryAgain(newId: Deps['newId'], message: string): PlainAnswer {
  const error = new ApiError('internal_error', message, { status: 503, retryAfter: 1 })
  const headers = {
    ...answerHeaders(newId('req_')),
    'Content-Type': 'application/json',
    'Retry-After': String(error.retryAfter),
  }
  return { status: error.status, headers, body: JSON.stringify(errorEnvelope(error)) }
}

function toResponse({ body, ...init }: PlainAnswer): Response {
  return new Response(body, init)
}
