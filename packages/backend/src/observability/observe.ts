import type { Deps } from '../deps.ts'
import type { Exchange } from '../middleware/respond.ts'

export type Observation = {
  exchange: Exchange
  method: string
  status: number
  /** When it came in, by `performance.now()`. */
  started: number
}

/**
 * Tells about one request, in figures and in one line of the log. The path is not told, only its route's template: a session id is
 * a capability. Neither are headers, bodies or query parameters.
 */
export function observe(deps: Pick<Deps, 'log' | 'metrics'>, observation: Observation): void {
  const { exchange, method, status, started } = observation
  const millis = performance.now() - started
  const route = exchange.template
  const shownMethod = KNOWN_METHODS.has(method) ? method : 'OTHER'
  deps.metrics.requests.observe(
    { method: shownMethod, route: route ?? 'none', status: String(status) },
    millis / 1000,
  )
  if (!deps.log.isLevelEnabled('info')) return
  deps.log.info(
    {
      requestId: exchange.requestId,
      method: shownMethod,
      route,
      status,
      ms: Math.round(millis * 100) / 100,
      merchantId: exchange.scope?.merchantId ?? null,
      mode: exchange.scope?.mode ?? null,
    },
    'request',
  )
}

/** Methods are the caller's words: any other is not repeated. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])
