import { toUnixSeconds } from '@per-second/protocol/time'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Call, Route } from '../routes/route.ts'
import { authenticate, type Identity } from './authenticate.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import type { Answer, PerformOnce } from './perform-once.ts'
import type { RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import { readQuery } from './read-query.ts'
import { dropConnection, holdConnection, strikeFault } from './strike-fault.ts'

/**
 * The one way a request takes through any route: who asks, how often, what for, whether it was done already, and then the route's
 * own rules (design, section 5, "Order of checks").
 */
export function handleRoute(
  route: Route,
  deps: Deps,
  limit: RateLimit,
  performOnce: PerformOnce,
): (c: Context) => Promise<Response> {
  const isClientRoute = route.path.startsWith('/v1/client/')

  const answerTo = async (c: Context, checked: Checked): Promise<Answer> => {
    const { identity, params, sessionId } = checked
    limit(route, identity, sessionId)
    refuseUnstorable(params)
    const query = readQuery(route.query, c.req.url)
    const origin = c.req.header('Origin') ?? null
    const common = { deps, caller: callerOf(identity), params, query, origin }
    if (route.method === 'GET') {
      const call = { ...common, body: null } as Call
      const json = await deps.gate.pass(() => deps.storage.read(tx => route.read(call, tx)))
      return { text: JSON.stringify(json), replayed: false }
    }
    const body = await readBody(c, route.body)
    const key = readIdempotencyKey(c, route, identity, sessionId, body.sent)
    return performOnce(route, { ...common, body: body.value } as Call, key)
  }

  const handle = async (c: Context): Promise<Response> => {
    const params = c.req.param() as Record<string, string>
    const identity = await authenticate(c, route, params, deps)
    if (route.testOnly && 'scope' in identity && identity.scope.mode === 'live') throw routeNotFound()
    const sessionId = sessionOf(identity, params)
    const fault = await strikeFault(c, route, identity, sessionId, deps)
    if (fault === 'timeout') return holdConnection(c)
    const answering = answerTo(c, { identity, params, sessionId })
    if (fault === 'lost_response') {
      await Promise.allSettled([answering])
      return dropConnection(c)
    }
    const answer = await answering
    if (isClientRoute) stampClock(c, deps)
    c.header('Content-Type', 'application/json')
    if (answer.replayed) c.header('Idempotent-Replayed', 'true')
    return c.body(answer.text, 200)
  }

  if (!isClientRoute) return handle
  return c =>
    handle(c).catch(error => {
      stampClock(c, deps)
      throw error
    })
}

/** What was found out about a request before its rules are asked. */
type Checked = { identity: Identity; params: Record<string, string>; sessionId: string | null }

/** Pages tick by the service's clock, and stand when it stands (design, section 7). */
function stampClock(c: Context, { clock }: Pick<Deps, 'clock'>): void {
  c.header('Billing-Clock', `${toUnixSeconds(clock.now())}${clock.frozen() ? ';frozen' : ''}`)
}

/** An unknown path, or one that does not exist for this caller. */
export function routeNotFound(): ApiError {
  return new ApiError('route_not_found', 'There is no such route.')
}

function callerOf(identity: Identity): unknown {
  return 'scope' in identity ? identity : null
}

/** The session a client request belongs to: its buckets and its idempotency keys are the session's own. */
function sessionOf(identity: Identity, params: Record<string, string>): string | null {
  return identity.kind === 'client' ? identity.session.id : (params.cs ?? null)
}

/** No id contains NUL, and not every engine can be asked for one. */
function refuseUnstorable(params: Record<string, string>): void {
  for (const [param, value] of Object.entries(params)) {
    if (value.includes('\0'))
      throw new ApiError('resource_missing', 'No such object in this mode.', { param })
  }
}
