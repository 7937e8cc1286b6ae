import { ERROR_CODES, ERROR_STATUS, type ErrorCode, type ErrorType } from '@per-second/protocol/errors'

export type ApiErrorOptions = {
  /** The request field at fault. */
  param?: string
  /** Overrides the code's usual type, for a code that comes under two (a cursor's `resource_missing` is a 400). */
  type?: ErrorType
  /** Where it is not the code's usual one: `internal_error` of a database or a process that is back soon. */
  status?: 503
  /** Seconds the caller is asked to wait: on every 429, and on a 503 of a process that ends or whose database cannot serve it. */
  retryAfter?: number
  cause?: unknown
}

/** The status a code answers with, under the type it comes under. */
export function statusOf(code: ErrorCode, type: ErrorType = ERROR_CODES[code]): number {
  return code === 'chain_unavailable' ? 503 : ERROR_STATUS[type]
}

/** Every refusal the service makes on purpose. `http/error-handler.ts` alone turns it into an answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly type: ErrorType
  readonly status: number
  readonly param: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.type = options.type ?? ERROR_CODES[code]
    this.status = options.status ?? statusOf(code, this.type)
    this.param = options.param
    this.retryAfter = options.retryAfter
  }
}
