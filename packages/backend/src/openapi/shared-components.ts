import { API_VERSION } from '@per-second/protocol/types'
import type { OpenApiDocument } from './document-types.ts'

/** Headers of answers. */
export const HEADERS: OpenApiDocument['components']['headers'] = {
  RequestId: {
    description: 'Names this request in our logs. Quote it when you ask about it.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{38}$' },
  },
  BillingVersion: {
    description: 'The version of the API that answered.',
    required: true,
    schema: { type: 'string', const: API_VERSION },
  },
  BillingClock: {
    description:
      'The service’s time in unix seconds, with `;frozen` while it stands still. On every answer of a client route but those to broken HTTP or another version, and of a service that is ending.',
    required: false,
    schema: { type: 'string', pattern: '^\\d+(;frozen)?$' },
  },
  BillingCap: {
    description:
      'Who fixed `max_duration_seconds`: the `merchant` when creating the session, or the `subscriber` by authorising it. Absent while it is null.',
    required: false,
    schema: { type: 'string', enum: ['merchant', 'subscriber'] },
  },
  IdempotentReplayed: {
    description: '`true` when this answer was given before to the same `Idempotency-Key`. Absent otherwise.',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
  WWWAuthenticate: {
    description:
      'How to prove who asks (RFC 6750): `error="invalid_token"` where a key or token was shown that is not good here.',
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
      'Whole seconds to wait before the next attempt. Absent unless the process that answers is ending, or its database cannot serve it.',
    required: false,
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
}

/** Headers of requests. */
export const PARAMETERS: OpenApiDocument['components']['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      '1 to 255 printable ASCII characters, one for each logical call. Repeated with the same path and body within 24 hours, it answers the same bytes and acts once; with another path or body it is refused. Only successes are kept.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: 'order-4711-checkout',
  },
  BillingVersion: {
    name: 'Billing-Version',
    in: 'header',
    required: false,
    description: 'The version you were built for. Anything but the one this service speaks is refused.',
    schema: { type: 'string', const: API_VERSION },
  },
}

/** The allowed callers. */
export const SECURITY_SCHEMES: OpenApiDocument['components']['securitySchemes'] = {
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
      'What authorising or signing in answers, `ct_…`: one meter, until 24 hours after its end by the service’s clock.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator’s token. Local mode prints it in the JSON line at start.',
  },
}
