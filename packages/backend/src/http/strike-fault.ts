import { setTimeout as delay } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { ApiError } from '../domain/api-error.ts'
import type { Scope } from '../domain/entities.ts'
import type { Deps } from '../routes/deps.ts'
import type { Route } from '../routes/route.ts'
import type { RequestContext } from './respond.ts'

/** How long a call that was made to time out is held, in milliseconds of real time. */
const HOLD_MILLIS = 60_000

/**
 * The fault that strikes this request, if one is armed. `/_local`, clock and service routes are never faulted.
 *
 * @throws {ApiError} `rate_limit_exceeded` or `internal_error` for faults that are answers
 */
export function strikeFault(
  c: Context,
  { route, scope }: { route: Route; scope: Scope | null },
  deps: Pick<Deps, 'faults'>,
): RequestContext['fault'] {
  if (!deps.faults.armed || route.testOnly || !route.path.startsWith('/v1/')) return null
  const target = { paths: [c.req.path, route.path], merchantId: scope?.merchantId ?? null }
  const kind = deps.faults.take(['rate_limit', 'server_error', 'timeout', 'lost_response'], target)
  if (kind === 'rate_limit')
    throw new ApiError('rate_limit_exceeded', 'Too many requests (a fault that was asked for).', {
      retryAfter: 1,
    })
  if (kind === 'server_error')
    throw new ApiError('internal_error', 'Something went wrong (a fault that was asked for).')
  return kind
}

/** Cuts the connection instead of answering, at once or when the caller has given up. */
export async function endUnanswered(c: Context, fault: 'timeout' | 'lost_response'): Promise<Response> {
  const { signal } = c.req.raw
  if (fault === 'timeout') await delay(HOLD_MILLIS, undefined, { ref: false, signal }).catch(() => {})
  const socket = c.env?.incoming?.socket
  if (socket !== undefined) {
    socket.destroy()
    return RESPONSE_ALREADY_SENT
  }
  // The app was called as a function, so that the body breaks instead.
  const broken = new ReadableStream({
    start: controller => controller.error(new Error('The connection was cut, as a fault asked for.')),
  })
  return new Response(broken)
}
