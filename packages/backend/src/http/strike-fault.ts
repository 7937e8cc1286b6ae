import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { ApiError } from '../domain/api-error.ts'
import type { FaultKind } from '../local/fault-registry.ts'
import type { Deps } from '../routes/deps.ts'
import type { Route } from '../routes/route.ts'
import type { Identity } from './authenticate.ts'

/** How long a call that was made to time out is held, in milliseconds of real time. */
const HOLD_MILLIS = 60_000

/**
 * The fault that strikes this request, if one is armed. `/_local`, clock and service routes are never faulted.
 *
 * @throws {ApiError} `rate_limit_exceeded` or `internal_error` for faults that are answers
 */
export function strikeFault(
  c: Context,
  route: Route,
  identity: Identity,
  deps: Pick<Deps, 'faults'>,
): Extract<FaultKind, 'timeout' | 'lost_response'> | null {
  if (!deps.faults.armed || route.testOnly || !route.path.startsWith('/v1/')) return null
  const merchantId = 'scope' in identity ? identity.scope.merchantId : null
  const target = { paths: [c.req.path, route.path], merchantId }
  const kind = deps.faults.take(['rate_limit', 'server_error', 'timeout', 'lost_response'], target)
  switch (kind) {
    case 'rate_limit':
      throw new ApiError('rate_limit_exceeded', 'Too many requests (a fault that was asked for).', {
        retryAfter: 1,
      })
    case 'server_error':
      throw new ApiError('internal_error', 'Something went wrong (a fault that was asked for).')
    case 'timeout':
    case 'lost_response':
      return kind
    default:
      return null
  }
}

/** Lets a caller wait until it gives up, and answers nothing. */
export async function holdConnection(c: Context): Promise<Response> {
  const { signal } = c.req.raw
  await new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, HOLD_MILLIS)
    timer.unref()
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  return dropConnection(c)
}

/** Cuts the connection instead of answering. Without a connection (the app called as a function) the body breaks. */
export function dropConnection(c: Context): Response {
  const socket = c.env?.incoming?.socket
  if (socket !== undefined) {
    socket.destroy()
    return RESPONSE_ALREADY_SENT
  }
  const broken = new ReadableStream({
    start: controller => controller.error(new Error('The connection was cut, as a fault asked for.')),
  })
  return new Response(broken)
}
