import type { Context } from 'hono'
import { type RequestContext, respond } from './respond.ts'

/** Named one by one: a `*` never covers `Authorization`. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Billing-Version, traceparent'
const ALLOWED_METHODS = 'GET, POST, DELETE'
const PREFLIGHT_SECONDS = '7200'

/** Preflights carry no key, so they stand outside authentication. */
export function isPreflight(c: Context): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined
}

export function answerPreflight(context: RequestContext): Response {
  context.headers = {
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  }
  return respond(context, 204, null)
}
