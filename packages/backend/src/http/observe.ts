import type { Deps } from '../routes/deps.ts'
import type { RequestContext } from './respond.ts'

export type Observation = {
  context: RequestContext
  method: string
  status: number
  /** When it came in, by `performance.now()`. */
  started: number
}

/**
 * Records each request of one route, in metrics and in one log line. The path is not recorded, only its route's
 * template: a session id is a capability. Headers, bodies and query parameters are not recorded either.
 *
 * @param route the template, or null for an unknown route
 */
export function createObserver(
  deps: Pick<Deps, 'log' | 'metrics'>,
  route: string | null,
): (observation: Observation) => void {
  const seconds = new Map<string, (value: number) => void>()
  const secondsOf = (method: string, status: number) => {
    const name = `${method} ${status}`
    let series = seconds.get(name)
    if (series === undefined) {
      series = deps.metrics.requests.series({ method, route: route ?? 'none', status: String(status) })
      seconds.set(name, series)
    }
    return series
  }
  return ({ context, method, status, started }) => {
    const millis = performance.now() - started
    const shownMethod = KNOWN_METHODS.has(method) ? method : 'OTHER'
    secondsOf(shownMethod, status)(millis / 1000)
    if (status === TOO_MANY) deps.metrics.rateLimited.add({ route: route ?? 'none' })
    if (!deps.log.isLevelEnabled('info')) return
    deps.log.info(
      {
        requestId: context.requestId,
        method: shownMethod,
        route,
        status,
        ms: Math.round(millis * 100) / 100,
        merchantId: context.scope?.merchantId ?? null,
        mode: context.scope?.mode ?? null,
        ...(context.traceparent !== null && { traceparent: context.traceparent }),
      },
      'request',
    )
  }
}

const TOO_MANY = 429

/** Methods are the caller's words: any other is not repeated. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
