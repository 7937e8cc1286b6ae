/** The six error types of the API and the HTTP status each answers with. */
export const ERROR_STATUS = {
  authentication_error: 401,
  invalid_request_error: 400,
  not_found: 404,
  idempotency_error: 400,
  rate_limit_error: 429,
  api_error: 500,
} as const

export type ErrorType = keyof typeof ERROR_STATUS

/** Every machine-readable reason the service gives, with the error type it comes under. */
export const ERROR_CODES = {
  api_key_missing: 'authentication_error',
  api_key_invalid: 'authentication_error',
  api_key_revoked: 'authentication_error',
  live_key_in_browser: 'authentication_error',
  secret_key_on_client_route: 'authentication_error',
  client_token_invalid: 'authentication_error',
  client_token_expired: 'authentication_error',
  parameter_missing: 'invalid_request_error',
  parameter_unknown: 'invalid_request_error',
  parameter_invalid: 'invalid_request_error',
  parameter_out_of_range: 'invalid_request_error',
  json_invalid: 'invalid_request_error',
  content_type_unsupported: 'invalid_request_error',
  body_too_large: 'invalid_request_error',
  url_invalid: 'invalid_request_error',
  rate_out_of_range: 'invalid_request_error',
  product_inactive: 'invalid_request_error',
  resource_missing: 'not_found',
  route_not_found: 'not_found',
  method_not_allowed: 'not_found',
  checkout_session_not_open: 'invalid_request_error',
  checkout_session_expired: 'invalid_request_error',
  checkout_session_not_complete: 'invalid_request_error',
  session_already_claimed: 'invalid_request_error',
  deposit_below_minimum: 'invalid_request_error',
  open_meters_exceeded: 'invalid_request_error',
  draft_invalid: 'invalid_request_error',
  subscription_invalid_state: 'invalid_request_error',
  pause_not_allowed: 'invalid_request_error',
  sign_in_nonce_invalid: 'invalid_request_error',
  sign_in_expired: 'invalid_request_error',
  sign_in_domain_mismatch: 'invalid_request_error',
  signature_invalid: 'invalid_request_error',
  insufficient_funds: 'invalid_request_error',
  payer_frozen: 'invalid_request_error',
  idempotency_key_reused: 'idempotency_error',
  idempotency_key_invalid: 'invalid_request_error',
  http_invalid: 'invalid_request_error',
  version_unknown: 'invalid_request_error',
  rate_limit_exceeded: 'rate_limit_error',
  chain_unavailable: 'api_error',
  internal_error: 'api_error',
} as const satisfies Record<string, ErrorType>

export type ErrorCode = keyof typeof ERROR_CODES

/** The body of every answer that is an error. `code` and `param` are absent, never null, when there is nothing to say. */
export type ErrorEnvelope = {
  error: {
    type: ErrorType
    message: string
    code?: ErrorCode
    param?: string
  }
}
