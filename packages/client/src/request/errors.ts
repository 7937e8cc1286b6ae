import type { ErrorType } from '@per-second/protocol/errors'
import type { ConnectionReason } from './connection-reason.ts'

/** The fields of a {@link BillingError}. Absent is `undefined`, as the field is absent on the wire. */
export type BillingErrorDetails = {
  /** HTTP status of the response, or `undefined` without a response. */
  status?: number | undefined
  /** The request field at fault, for example `rate_usd_per_second`. */
  param?: string | undefined
  /** The machine-readable reason, for example `resource_missing`. */
  code?: string | undefined
  /** The answer's `Request-Id`: name it when you ask for help. */
  requestId?: string | undefined
  /** Where the service explains the code. */
  docUrl?: string | undefined
  cause?: unknown
}

/**
 * The base of everything this client throws.
 *
 * @example
 * import { BillingError, createClient } from '@per-second/client'
 *
 * const billing = createClient({ apiKey: process.env.BILLING_KEY, baseUrl: 'https://billing.example' })
 * try {
 *   await billing.customers.retrieve('cus_unknown')
 * } catch (error) {
 *   if (error instanceof BillingError) console.log(error.status, error.type, error.code, error.requestId)
 * }
 */
export class BillingError extends Error {
  override readonly name: string = 'BillingError'
  readonly type: ErrorType | 'connection_error' | 'webhook_error'
  readonly status: number | undefined
  readonly param: string | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  /** The service's page that explains `code`, with cause and cure, or `undefined` when the service did not name it. */
  readonly docUrl: string | undefined

  constructor(
    type: ErrorType | 'connection_error' | 'webhook_error',
    message: string,
    details: BillingErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.type = type
    this.status = details.status
    this.param = details.param
    this.code = details.code
    this.requestId = details.requestId
    this.docUrl = details.docUrl
  }
}

/** The request is at fault: do not send it again unchanged. `param` names the field when there is one. */
export class InvalidRequestError extends BillingError {
  override readonly name: string = 'InvalidRequestError'
}

/** No such object for this key: unknown, another merchant's, or of the other mode. */
export class NotFoundError extends InvalidRequestError {
  override readonly name = 'NotFoundError'
}

/** An idempotency key came again with another body. Use a new key. */
export class IdempotencyError extends InvalidRequestError {
  override readonly name = 'IdempotencyError'
}

/** The key is missing, malformed, revoked, or a live key in a browser (`code` is `live_key_in_browser`). */
export class AuthenticationError extends BillingError {
  override readonly name = 'AuthenticationError'
}

/** Too many requests, and still so after the retries. */
export class RateLimitError extends BillingError {
  override readonly name = 'RateLimitError'
  /** The seconds in the last response's `Retry-After`, or `undefined` without one. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    type: ErrorType,
    message: string,
    details: BillingErrorDetails & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(type, message, details)
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** The service failed (5xx), or answered something that is not its own. A repeat with the same idempotency key is safe. */
export class ApiError extends BillingError {
  override readonly name = 'ApiError'
}

export type ConnectionErrorCode = 'connection_failed' | 'timeout' | 'aborted'

/** No whole answer came: the network failed, time ran out, or the caller's signal ended the wait. */
export class ConnectionError extends BillingError {
  override readonly name = 'ConnectionError'
  declare readonly code: ConnectionErrorCode
  /** Where the service was looked for: the client's `baseUrl`. `undefined` when the call was aborted. */
  readonly address: string | undefined
  /** The reason for a `connection_failed`, and `timed_out` for a `timeout`. It is `undefined` when the call was aborted. */
  readonly reason: ConnectionReason | undefined

  constructor(
    code: ConnectionErrorCode,
    message: string,
    details: { cause?: unknown; address?: string; reason?: ConnectionReason } = {},
  ) {
    super('connection_error', message, { cause: details.cause, code })
    this.address = details.address
    this.reason = details.reason
  }
}
