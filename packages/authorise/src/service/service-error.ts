import { AuthoriseError } from '../errors/authorise-error.ts'

type ServiceErrorOptions = {
  status?: number
  /** The parameter that the service refused, or the malformed field of its response (`product.name`). */
  field?: string | null
  retryAfterSeconds?: number | null
  isSignedOut?: boolean
  cause?: unknown
}

/**
 * Every failure of a client route. `code` is the service's own code. Without a usable response it is `service_unreachable`,
 * `service_timeout` or `response_invalid`, and before any request `base_url_invalid`. The error contains no token and no signature.
 */
export class ServiceError extends AuthoriseError {
  override readonly name = 'ServiceError'
  /** HTTP status, or 0 without a response. */
  readonly status: number
  /** Seconds to wait before another try, from the service's `Retry-After` (RFC 9110), or null. */
  readonly retryAfterSeconds: number | null
  /** Whether the client token is no longer valid, so that the subscriber has to sign in again. */
  readonly isSignedOut: boolean

  constructor(code: string, message: string, options: ServiceErrorOptions = {}) {
    super(code, message, { cause: options.cause, field: options.field ?? null })
    this.status = options.status ?? 0
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.isSignedOut = options.isSignedOut ?? false
  }

  /** Whether a repeat of the call may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
