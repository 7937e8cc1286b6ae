import type { ErrorType } from '@per-second/protocol/errors'
import {
  ApiError,
  AuthenticationError,
  type BillingError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
} from './errors.ts'
import { withoutKey } from './without-key.ts'

export type FailedResponse = {
  status: number
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** The parsed body, or `undefined` when it is not JSON. */
  body: unknown
  /** Cut out of every text, should the answer quote it. */
  apiKey: string
  /** Where the service lives. */
  address: string
}

const CLASS_OF = {
  authentication_error: AuthenticationError,
  invalid_request_error: InvalidRequestError,
  not_found: NotFoundError,
  idempotency_error: IdempotencyError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
} satisfies Record<ErrorType, typeof BillingError>

/**
 * One error class per error type. For a response without the service's envelope, say from a proxy, or with a type that
 * this client does not know, the status decides.
 */
export function errorFromResponse(response: FailedResponse): BillingError {
  const { status, requestId, retryAfterSeconds } = response
  const envelope = errorEnvelope(response.body)
  // A type says that the service wrote it. A platform in front answers with codes of its own.
  const isOfService = typeof envelope.type === 'string'
  const type = isErrorType(envelope.type) ? envelope.type : typeFromStatus(status)
  const textOf = (value: unknown) =>
    typeof value === 'string' ? withoutKey(value, response.apiKey) : undefined
  const message = textOf(envelope.message) ?? `The service answered ${status} without a readable error.`
  const [code, param] = isOfService ? [textOf(envelope.code), textOf(envelope.param)] : []
  const docUrl = code && `${response.address}/docs/errors#${code}`
  return new CLASS_OF[type](type, message, { status, requestId, code, param, docUrl, retryAfterSeconds })
}

function errorEnvelope(body: unknown): Record<string, unknown> {
  return isRecord(body) && isRecord(body.error) ? body.error : {}
}

function typeFromStatus(status: number): ErrorType {
  if (status === 401 || status === 403) return 'authentication_error'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limit_error'
  return status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error'
}

function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(CLASS_OF, value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
