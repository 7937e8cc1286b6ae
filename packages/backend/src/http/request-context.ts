import { API_VERSION } from '@per-second/protocol/types'
import type { Context } from 'hono'
import { ApiError } from '../domain/api-error.ts'
import { readTraceparent } from '../domain/traceparent.ts'
import type { Deps } from '../routes/deps.ts'
import { answerError } from './error-handler.ts'
import { createObserver } from './observe.ts'
import type { RequestContext } from './respond.ts'

/**
 * The outermost layer, around every route and every unknown path. It adds a request id, the version, one place where
 * any thrown value becomes a response, and one log line. A plain function instead of router middleware, which costs
 * more time than its whole work here.
 */
export function withRequestContext(
  deps: Pick<Deps, 'newId' | 'log' | 'metrics'>,
  template: string | null,
  handle: (c: Context, context: RequestContext) => Promise<Response> | Response,
): (c: Context) => Promise<Response> {
  const observe = createObserver(deps, template)
  return async c => {
    const started = performance.now()
    const context: RequestContext = {
      requestId: deps.newId('req_'),
      template,
      showedCredential: c.req.header('Authorization') !== undefined,
      traceparent: readTraceparent(c.req.header('traceparent')),
      scope: null,
      headers: {},
    }
    let response: Response
    try {
      checkVersion(c)
      response = await handle(c, context)
    } catch (error) {
      response = answerError(context, error, deps.log)
    }
    observe({ context, method: c.req.method, status: response.status, started })
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
  const asked = c.req.header('Billing-Version')
  if (asked === undefined || asked === API_VERSION) return
  throw new ApiError('version_unknown', `This service speaks Billing-Version ${API_VERSION}.`, {
    param: 'Billing-Version',
  })
}
