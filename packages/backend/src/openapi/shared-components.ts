import { API_VERSION } from '@per-second/protocol/types'
import type { HeaderObject, ParameterObject } from './document-types.ts'

/** Headers of answers. */
export const HEADERS: Record<string, HeaderObject> = {
  RequestId: {
    description: 'Names this request in the service’s log. Quote it to the operator.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{38}$' },
  },
  BillingVersion: {
    description: 'The API version of the response.',
    required: true,
    schema: { type: 'string', const: API_VERSION },
  },
  BillingClock: {
    description:
      'The service’s time in unix seconds, with `;frozen` while it is frozen. On every response of a client route, except to broken HTTP or another version, and while the service stops.',
    required: false,
    schema: { type: 'string', pattern: '^\\d+(;frozen)?$' },
  },
  BillingCap: {
    description:
      'The party that fixed `max_duration_seconds`: the `merchant` at the session’s creation, or the `subscriber` by authorising it. Absent while it is null.',
    required: false,
    schema: { type: 'string', enum: ['merchant', 'subscriber'] },
  },
  IdempotentReplayed: {
    description:
      '`true` if this response repeats an earlier one for the same `Idempotency-Key`. Absent otherwise.',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  WWWAuthenticate: {
    description:
      'How to authenticate (RFC 6750). `error="invalid_token"` if the key or token of the request is not valid here.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer realm="per-second"(, error="invalid_token")?$' },
  },
  RetryAfter: {
    description: 'Whole seconds to wait before the next attempt.',
    required: true,
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  RetryAfterEnding: {
    description:
      'Whole seconds to wait before the next attempt. Only present if the process is stopping, or its database is unavailable.',
    required: false,
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
}

/** Headers of requests. */
export const PARAMETERS: Record<string, ParameterObject> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      '1 to 255 printable ASCII characters, one for each logical call. A repeat with the same path and body within 24 hours acts once and returns the same bytes. With another path or body it is refused. Only successes are stored.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: 'order-4711-checkout',
  },
  BillingVersion: {
    name: 'Billing-Version',
    in: 'header',
    required: false,
    description: 'The API version that your code was built for. Only the service’s own version is accepted.',
    schema: { type: 'string', const: API_VERSION },
  },
}

/** The allowed callers. */
export const SECURITY_SCHEMES: Record<string, { type: string; scheme: string; description: string }> = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The merchant’s secret key, for servers only: `sk_test_…` sees test mode, `sk_live_…` live mode. A live key from a browser is refused.',
  },
  clientToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token from authorising or signing in, `ct_…`, for one meter. It is valid until 24 hours after the meter’s end, by the service’s clock.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator’s token. Local mode prints it in the JSON line at start.',
  },
}
