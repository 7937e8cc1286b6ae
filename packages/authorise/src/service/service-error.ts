import { AuthoriseError } from '../errors/authorise-error.ts'

type ServiceErrorOptions = {
  status?: number
  url?: string | null
  /** The parameter that the service refused, or the field of its answer that is not as it must be (`product.name`). */
  field?: string | null
  retryAfterSeconds?: number | null
  isSignedOut?: boolean
  cause?: unknown
}

/**
 * Every failure of a client route. `code` is the service's own code, or one of `service_unreachable`, `service_timeout` and
 * `response_invalid` when no usable answer came, or `base_url_invalid` before anything was asked. Holds no token and no signature.
 */
export class ServiceError extends AuthoriseError {
  override readonly name = 'ServiceError'
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number
  /** What was asked for, or null when nothing was. */
  readonly url: string | null
  /** Seconds to wait before another try, as the service asked (RFC 9110, Retry-After), or null. */
  readonly retryAfterSeconds: number | null
  /** Whether the client token is no longer good, so that the subscriber has to sign in again. */
  readonly isSignedOut: boolean

  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(code, message, { cause: options.cause, field: options.field ?? null })
    this.status = options.status ?? 0
    this.url = options.url ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.isSignedOut = options.isSignedOut ?? false
  }

  /** Whether the same call may succeed when it is made again. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
