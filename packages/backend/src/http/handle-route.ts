import { toUnixSeconds } from '@per-second/protocol/time'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import type { Call, EffectRoute, ReadingRoute, Route } from '../routes/route.ts'
import type { Transaction } from '../storage/storage.ts'
import { authenticate, type Credential, type Identity, readCredential } from './authenticate.ts'
import { readIdempotencyKey } from './idempotency/idempotency-key.ts'
import type { Answer, PerformOnce } from './idempotency/perform-once.ts'
import { holdPlace, type Places } from './places.ts'
import type { RateLimit } from './rate-limit.ts'
import { OF_A_PAGE, OF_A_SERVER, readBody } from './read-body.ts'
import { type RequestContext, respond } from './respond.ts'
import { schemaRefusal } from './schema-refusal.ts'
import { dropConnection, holdConnection, strikeFault } from './strike-fault.ts'

/** A message repeats no more of a path. */
export const MAX_PATH_CHARACTERS = 100

/** The caller, and the fault to inject. */
type Checked = {
  identity: Identity
  params: Record<string, string>
  fault: ReturnType<typeof strikeFault>
}

/**
 * The one way of a request through any route: the caller, the rate limit, the input, an earlier response, and then the
 * route's own rules.
 */
export function handleRoute(
  route: Route,
  deps: Deps,
  { limit, places, performOnce }: { limit: RateLimit; places: Places; performOnce: PerformOnce },
): (c: Context, context: RequestContext) => Promise<Response> {
  const isClientRoute = route.path.startsWith('/v1/client/')
  const readQuery = createQueryReader(route.query)

  const check = async (
    c: Context,
    context: RequestContext,
    credential: Credential,
    tx: Transaction,
  ): Promise<Checked> => {
    const params = c.req.param() as Record<string, string>
    if (route.auth === 'none') refuseUnstorable(params)
    const identity = await authenticate(credential, route, params, deps, tx)
    if ('scope' in identity) {
      context.scope = identity.scope
      if (route.testOnly && identity.scope.mode === 'live') throw routeNotFound(c.req.method, c.req.path)
    }
    const fault = strikeFault(c, route, identity, deps)
    if (fault !== 'timeout') limit.call(route, identity)
    return { identity, params, fault }
  }

  const callOf = (c: Context, { headers, traceparent }: RequestContext, { identity, params }: Checked) => {
    refuseUnstorable(params)
    const query = readQuery(c.req.url)
    const origin = c.req.header('Origin') ?? null
    const owner = ownerOf(identity, params)
    return { deps, caller: callerOf(identity), params, query, owner, origin, traceparent, headers }
  }

  const finish = (context: RequestContext, answer: Answer): Response => {
    if (answer.replayed) context.headers['Idempotent-Replayed'] = 'true'
    if (isClientRoute) stampClock(context, deps)
    return respond(context, 200, answer.text)
  }

  /** One read looks up both the caller and the requested object. */
  const answerRead = async (
    { prefetch, read, conclude }: ReadingRoute,
    c: Context,
    context: RequestContext,
  ): Promise<Response> => {
    const credential = readCredential(c, route)
    const { fault, call, found } = await deps.gate.pass(() =>
      deps.storage.read(async tx => {
        const params = c.req.param() as Record<string, string>
        const [checked] = await Promise.all([
          check(c, context, credential, tx),
          unstorable(params) === undefined ? prefetch?.(params, tx) : null,
        ])
        const call = { ...callOf(c, context, checked), body: null } as Parameters<typeof read>[0]
        const found = checked.fault === 'timeout' ? null : await read(call, tx)
        return { fault: checked.fault, call, found }
      }),
    )
    if (fault === 'timeout') return holdConnection(c)
    const answer = conclude ? await holdPlace(places, route, call, () => conclude(call, found)) : found
    if (fault === 'lost_response') return dropConnection(c)
    return finish(context, { text: JSON.stringify(answer), replayed: false })
  }

  const answerEffect = async (
    effect: EffectRoute,
    c: Context,
    context: RequestContext,
  ): Promise<Response> => {
    const credential = readCredential(c, route)
    const checked = await deps.storage.read(tx => check(c, context, credential, tx))
    if (checked.fault === 'timeout') return holdConnection(c)
    const perform = async () => {
      const call = callOf(c, context, checked)
      const body = await readBody(c, effect.body, isClientRoute ? OF_A_PAGE : OF_A_SERVER)
      const key = readIdempotencyKey(c, route, checked.identity, body.sent)
      return performOnce.perform(
        effect,
        { ...call, body: body.value } as Call,
        route.keepsNothing ? null : key,
      )
    }
    if (checked.fault === 'lost_response') {
      await Promise.allSettled([perform()])
      return dropConnection(c)
    }
    return finish(context, await perform())
  }

  const handle = (c: Context, context: RequestContext) =>
    route.method === 'GET' ? answerRead(route, c, context) : answerEffect(route, c, context)

  if (!isClientRoute) return handle
  return (c, context) =>
    handle(c, context).catch(error => {
      stampClock(context, deps)
      throw error
    })
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

function callerOf(identity: Identity): unknown {
  return identity.kind === 'merchant' || identity.kind === 'client' ? identity : null
}

function ownerOf(identity: Identity, params: Record<string, string>): Call['owner'] {
  if (!('scope' in identity)) return null
  const session = 'session' in identity ? identity.session.id : (params.id ?? '')
  return { merchant: `${identity.scope.merchantId}:${identity.scope.mode}`, session }
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
function createQueryReader(schema: z.ZodObject): (url: string) => unknown {
  const empty = schema.safeParse({})
  return url => {
    const query = queryOf(url)
    return query === '' && empty.success ? empty.data : readQuery(schema, query)
  }
}

function readQuery(schema: z.ZodObject, query: string): unknown {
  const raw: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    // A repeated parameter becomes a list, which no field accepts.
    raw[name] =
      name in raw ? [raw[name], value] : isInteger(schema.shape[name]) ? integerOrText(value) : value
  }
  const result = schema.safeParse({ ...raw })
  if (!result.success) throw schemaRefusal(schema, result.error, raw)
  return result.data
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '')
}

function isInteger(field: unknown): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isInteger(field.unwrap())
  return field instanceof z.ZodNumber
}

/** A text that is no integer stays a text, for the schema to refuse. */
function integerOrText(value: string): number | string {
  return /^-?\d+$/.test(value) ? Number(value) : value
}
