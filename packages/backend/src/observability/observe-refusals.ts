import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** Told of each connection that was refused before there was a request: under which id, and Node's reason if it has one. */
export type RefusedHttp = (requestId: string, reason?: Error) => void

/**
 * Counts and logs broken HTTP. It records none of the input, only the parser's own word for the fault, which is one of
 * a few dozen.
 */
export function createRefusalObserver({ log, metrics }: { log: Logger; metrics: Metrics }): RefusedHttp {
  return (requestId, error) => {
    const code = error !== undefined && 'code' in error ? String(error.code) : ''
    const reason = /^(?:HPE|ERR)_[A-Z_]+$/.test(code) ? code : 'other'
    metrics.httpRefused.add({ reason })
    log.info({ requestId, code: 'http_invalid', reason }, 'broken HTTP refused')
  }
}
