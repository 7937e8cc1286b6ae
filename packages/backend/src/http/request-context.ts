import { API_VERSION } from '@per-second/protocol/types'
import type { Context } from 'hono'
import { ApiError } from '../domain/api-error.ts'
import type { Deps } from '../routes/deps.ts'
import { answerError } from './error-handler.ts'
import type { RequestContext } from './respond.ts'

/**
 * The outermost layer, around every route and every unknown path. It adds a request id, the version, one place where
 * any thrown value becomes a response, and one log line. A plain function instead of router middleware, which costs
 * more time than its whole work here.
 */
export function withRequestContext(
  deps: Pick<Deps, 'newId' | 'log' | 'metrics' | 'config'>,
  template: string | null,
  handle: (c: Context, context: RequestContext) => Promise<Response> | Response,
): (c: Context) => Promise<Response> {
  return async c => {
    const started = performance.now()
    const context: RequestContext = {
      requestId: deps.newId('req_'),
      template,
      showedCredential: c.req.header('Authorization') !== undefined,
      traceparent: readTraceparent(c.req.header('traceparent')),
      scope: null,
      fault: null,
      headers: {},
    }
    let response: Response
    try {
      checkVersion(c)
      response = await handle(c, context)
    } catch (error) {
      response = answerError(context, error, deps)
    }
    const millis = performance.now() - started
    observe(deps, context, { method: c.req.method, status: response.status, millis })
    return response
  }
}

/**
 * Refuses a `Billing-Version` that this service does not support. Without the header the caller gets the current
 * version.
 *
 * @throws {ApiError} `version_unknown`
 */
function checkVersion(c: Context): void {
  const requested = c.req.header('Billing-Version')
  if (requested === undefined || requested === API_VERSION) return
  throw new ApiError(
    'version_unknown',
    `Billing-Version ${JSON.stringify(requested.slice(0, 20))} is not supported. Send ${API_VERSION} or omit the header.`,
    {
      param: 'Billing-Version',
    },
  )
}

const VERSION_AND_PARTS = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const LONGEST = 512

/**
 * The header `traceparent` of W3C Trace Context, which names the trace of a request. It is passed on unchanged, because
 * this service makes no spans of its own. Of a later version only the fields of version 00 are kept.
 *
 * @returns null without one, and for an invalid one: the specification says to go on as if it were not there
 */
export function readTraceparent(header: string | undefined): string | null {
  if (header === undefined || header.length > LONGEST) return null
  const [, version, trace, parent, flags, more] = VERSION_AND_PARTS.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(trace ?? '') || /^0+$/.test(parent ?? '')) return null
  return `00-${trace}-${parent}-${version === '00' ? flags : flagsOf00(flags ?? '')}`
}

/** Version 00 knows one flag: that the caller may have recorded the trace. */
function flagsOf00(flags: string): string {
  return Number.parseInt(flags, 16) % 2 === 1 ? '01' : '00'
}

/**
 * Records a request, in metrics and in one log line. The path is not recorded, only its route's template: a session id
 * is a capability. Headers, bodies and query parameters are not recorded either.
 */
function observe(
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
  { requestId, template: route, scope, traceparent }: RequestContext,
  { method, status, millis }: { method: string; status: number; millis: number },
): void {
  const shownMethod = KNOWN_METHODS.has(method) ? method : 'OTHER'
  const labels = { method: shownMethod, route: route ?? 'none', status: String(status) }
  metrics.requests.observe(labels, millis / 1000)
  if (!log.isLevelEnabled('info')) return
  log.info(
    {
      requestId,
      method: shownMethod,
      route,
      status,
      ms: Math.round(millis * 100) / 100,
      merchantId: scope?.merchantId ?? null,
      mode: scope?.mode ?? null,
      ...(traceparent !== null && { traceparent }),
    },
    'request',
  )
}

/** Methods are the caller's words: any other is not repeated. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
