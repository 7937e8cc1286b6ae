import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { errorEnvelope } from './error-handler.ts'
import { answerHeaders } from './respond.ts'

/** How requests are answered; `env` holds Node's own request. */
export type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/** The requests that wait for an answer. */
export type InFlight = {
  fetch: Fetch
  /** The service is ending: from now on every answer is the last one on its connection. */
  close(): void
  /** Answers all that still wait: 503, and when to try again. What they asked for goes on, or is found by a repeat. */
  refuse(): void
}

/** Keeps count of the requests under way, so that none of them ends with a cut connection when the service does. */
export function trackInFlight(fetch: Fetch, newId: Deps['newId']): InFlight {
  const waiting = new Set<() => void>()
  let closing = false

  const last = (answer: Response): Response => {
    answer.headers.set('Connection', 'close')
    return answer
  }
  return {
    fetch: async (request, env) => {
      const { promise: refused, resolve } = Promise.withResolvers<Response>()
      const refuse = () => resolve(refusal(newId))
      waiting.add(refuse)
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
      for (const refuse of waiting) refuse()
    },
  }
}

function refusal(newId: Deps['newId']): Response {
  const error = new ApiError('internal_error', 'The service is ending. It is safe to try again.', {
    status: 503,
    retryAfter: 1,
  })
  return new Response(JSON.stringify(errorEnvelope(error)), {
    status: error.status,
    headers: {
      ...answerHeaders(newId('req_')),
      'Content-Type': 'application/json',
      'Retry-After': String(error.retryAfter),
    },
  })
}
