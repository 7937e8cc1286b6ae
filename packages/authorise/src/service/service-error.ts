/**
 * Every failure of a client route. `code` is the service's own code (design, section 5), or one of `service_unreachable`,
 * `service_timeout` and `response_invalid` when no usable answer came.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number
  /** Seconds to wait before another try, as the service asked (RFC 9110, Retry-After), or null. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: string,
    message: string,
    options: { status?: number; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.status = options.status ?? 0
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  /** Whether the client token is no longer good, so that the subscriber has to sign in again. */
  get isSignedOut(): boolean {
    return this.status === 401
  }

  /** Whether the same call may succeed when it is made again. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
