import { API_VERSION } from '@per-second/protocol/types'
import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'

/** What a page on another origin may read of an answer. */
const EXPOSED_HEADERS = 'Request-Id, Retry-After, Idempotent-Replayed, Billing-Version, Billing-Clock'
/** Named one by one: a `*` never covers `Authorization`. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Billing-Version'
const ALLOWED_METHODS = 'GET, POST, DELETE'
const PREFLIGHT_SECONDS = '7200'

/**
 * The outermost layer: what every answer carries, an error and a refused key included, and preflights, which carry no key. CORS is
 * open to every origin and never with credentials: secrets travel in `Authorization` only.
 */
export function requestEnvelope(deps: Pick<Deps, 'newId'>): MiddlewareHandler {
  return async (c, next) => {
    const requestId = deps.newId('req_')
    c.set('requestId', requestId)
    c.header('Request-Id', requestId)
    c.header('Billing-Version', API_VERSION)
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    return isPreflight(c) ? answerPreflight(c) : next()
  }
}

function isPreflight(c: Context): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined
}

function answerPreflight(c: Context): Response {
  c.header('Access-Control-Allow-Methods', ALLOWED_METHODS)
  c.header('Access-Control-Allow-Headers', ALLOWED_HEADERS)
  c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  return c.body(null, 204)
}
