import { toUnixSeconds } from '@per-second/protocol/time'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import {
  type Call,
  type EffectRoute,
  isClientRoute,
  type Owner,
  type ReadingRoute,
  type Route,
} from '../routes/route.ts'
import type { Transaction } from '../storage/storage.ts'
import { authenticate, type Credential, type Identity, readCredential } from './authenticate.ts'
import { readIdempotencyKey } from './idempotency/idempotency-key.ts'
import type { Answer, PerformOnce } from './idempotency/perform-once.ts'
import { holdPlace, type Places } from './places.ts'
import type { RateLimit } from './rate-limit.ts'
import { OF_A_PAGE, OF_A_SERVER, readBody } from './read-body.ts'
import { readFields } from './read-fields.ts'
import { type RequestContext, respond } from './respond.ts'
import { endUnanswered, strikeFault } from './strike-fault.ts'

/** A message repeats no more of a path. */
export const MAX_PATH_CHARACTERS = 100

/**
 * The one way of a request through any route: the caller, the rate limit, the input, an earlier response, and then the
 * route's own rules.
 */
export function handleRoute(
  route: Route,
  deps: Deps,
  { limit, places, performOnce }: { limit: RateLimit; places: Places; performOnce: PerformOnce },
): (c: Context, context: RequestContext) => Promise<Response> {
  /** The request as its route takes it, but for the body, once its caller may make it. */
  const admit = async (
    c: Context,
    context: RequestContext,
    { secret, tx }: { secret: Credential; tx: Transaction },
  ): Promise<Call> => {
    const params = c.req.param() as Record<string, string>
    if (route.auth === 'none') refuseUnstorable(params)
    const caller = await authenticate({ auth: route.auth, secret, params }, deps, tx)
    context.scope = caller?.scope ?? null
    if (route.testOnly && caller?.scope.mode === 'live') throw routeNotFound(c.req.method, c.req.path)
    const owner = caller && ownerOf(caller, params)
    context.fault = strikeFault(c, { route, scope: context.scope }, deps)
    if (context.fault === 'timeout') throw new Error('There is no answer, as a fault asked for.')
    limit.call(route, owner)
    refuseUnstorable(params)
    const query = readQuery(route.query, c.req.url)
    const origin = c.req.header('Origin') ?? null
    const { headers, traceparent } = context
    return {
      deps,
      caller: caller as Call['caller'],
      params,
      query,
      body: {},
      owner,
      origin,
      traceparent,
      headers,
    }
  }

  /** One read looks up both the caller and the requested object. */
  const answerRead = async (
    { prefetch, read, conclude }: ReadingRoute,
    c: Context,
    context: RequestContext,
  ): Promise<Answer> => {
    const secret = readCredential(c, route)
    const { call, found } = await deps.gate.pass(() =>
      deps.storage.read(async tx => {
        const params = c.req.param() as Record<string, string>
        const [admitted] = await Promise.all([
          admit(c, context, { secret, tx }),
          unstorable(params) === undefined ? prefetch?.(params, tx) : null,
        ])
        const call = { ...admitted, body: null } as Parameters<typeof read>[0]
        return { call, found: await read(call, tx) }
      }),
    )
    const answer = conclude ? await holdPlace(places, call.owner, () => conclude(call, found)) : found
    return { text: JSON.stringify(answer), replayed: false }
  }

  const answerEffect = async (effect: EffectRoute, c: Context, context: RequestContext): Promise<Answer> => {
    const secret = readCredential(c, route)
    const call = await deps.storage.read(tx => admit(c, context, { secret, tx }))
    const { sent, value } = await readBody(c, effect.body, isClientRoute(route) ? OF_A_PAGE : OF_A_SERVER)
    const key = readIdempotencyKey(c, route, { owner: call.owner, body: sent })
    return performOnce.perform(effect, { ...call, body: value } as Call, route.keepsNothing ? null : key)
  }

  return async (c, context) => {
    const answering = route.method === 'GET' ? answerRead(route, c, context) : answerEffect(route, c, context)
    try {
      const { text, replayed } = await answering.finally(
        () => isClientRoute(route) && stampClock(context, deps),
      )
      if (replayed) context.headers['Idempotent-Replayed'] = 'true'
      return context.fault === null
        ? respond(context, { status: 200, body: text })
        : await endUnanswered(c, context.fault)
    } catch (error) {
      if (context.fault === null) throw error
      return endUnanswered(c, context.fault)
    }
  }
}

/** Pages tick by the service's clock, and stand when it stands. */
function stampClock(context: RequestContext, { clock }: Pick<Deps, 'clock'>): void {
  context.headers['Billing-Clock'] = `${toUnixSeconds(clock.now())}${clock.frozen() ? ';frozen' : ''}`
}

/** An unknown path, or a path that does not exist for this caller. */
export function routeNotFound(method: string, path: string): ApiError {
  const route = `${method} ${path.slice(0, MAX_PATH_CHARACTERS)}`
  return new ApiError('route_not_found', `No route ${route}. Check the method and the path.`)
}

function ownerOf({ scope, session }: Identity, params: Record<string, string>): Owner {
  return { merchant: `${scope.merchantId}:${scope.mode}`, session: session?.id ?? params.id ?? '' }
}

function refuseUnstorable(params: Record<string, string>): void {
  const param = unstorable(params)
  if (param !== undefined) throw new ApiError('resource_missing', 'No such object in this mode.', { param })
}

/** The parameter that contains NUL: no id does, and not every engine can be asked for one. */
function unstorable(params: Record<string, string>): string | undefined {
  return Object.keys(params).find(name => params[name]?.includes('\0'))
}

/**
 * The query parameters of a request, typed by the route's schema.
 *
 * @throws {ApiError} on the first parameter that is unknown, repeated or not acceptable
 */
function readQuery(schema: z.ZodObject, url: string): Record<string, unknown> {
  const raw: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(queryOf(url))) {
    // A repeated parameter becomes a list, which no field accepts.
    raw[name] =
      name in raw ? [raw[name], value] : isInteger(schema.shape[name]) ? integerOrText(value) : value
  }
  return readFields(schema, { ...raw })
}

/** With its `?`, the one that `URLSearchParams` drops. Not by `URL`, which refuses hosts that a name server may have, such as `backend.1`. */
function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : (url.slice(start).split('#', 1)[0] ?? '')
}

function isInteger(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isInteger(field.unwrap())
  return field instanceof z.ZodNumber
}

/** A text that is no integer stays a text, for the schema to refuse. */
function integerOrText(value: string): number | string {
  return /^-?\d+$/.test(value) ? Number(value) : value
}
