import { API_VERSION } from '@per-second/protocol/types'
import type { HeaderObject, ParameterObject } from './document-types.ts'

export const TITLE = 'Per-Second Billing'

export const SUMMARY = 'Sell anything by the second, settled on-chain.'

export const INTRODUCTION = `Your server creates a checkout session. Your page shows it to the subscriber, who signs once for an exact maximum
charge. The same signature signs the subscriber in. A meter runs per second, invoices are paid on-chain, and the unused deposit is refunded.

**Conventions.** Bodies are JSON. Instants are integer unix seconds. Amounts are decimal strings in USD, never JSON numbers. Every field of
an object is always present, \`null\` without a value. Every success is 200. Unknown or repeated parameters are rejected.

**Authentication.** \`Authorization: Bearer sk_test_…\` or \`sk_live_…\`. The key selects the mode: each mode sees only its own objects. Live keys
are rejected from browsers. A 401 carries \`WWW-Authenticate: Bearer\`, with \`error="invalid_token"\` if a key was sent.

**Errors.** Every error has the same envelope. \`type\` is one of six, \`code\` names the cause, \`param\` names the field, and \`message\` ends with
the link that explains the code. An unknown path or method is a 404 with \`route_not_found\` or \`method_not_allowed\`, even without a key.

**Idempotency.** Any POST may carry an \`Idempotency-Key\`. For 24 hours the same key with the same path and body acts once and returns the same bytes,
with \`Idempotent-Replayed: true\`. Two client routes respond afresh to each repeat: \`prepare\`, which stores nothing, and \`authorise\`, which acts
once by itself and returns a new token each time.

**Version.** Every response carries \`Billing-Version: ${API_VERSION}\`, and requests may. \`Request-Id\` identifies the request. A \`traceparent\`
(W3C Trace Context) is written to the log and repeated in the header of every webhook that the request causes.

**Browsers.** CORS is open to every origin, without credentials. HEAD responds as GET does, without a body.`

/** Groups of operations, in the order a reader needs them. `prefix` is how their operation ids begin. */
export const TAGS: { prefix: string; name: string; description: string }[] = [
  {
    prefix: 'products.',
    name: 'Products',
    description:
      'A product is sold at a fixed rate per second. The rate never changes: create another product for another rate.',
  },
  {
    prefix: 'checkout.',
    name: 'Checkout sessions',
    description:
      'A session offers one product to one subscriber for 24 hours. Pass its `id` to `<billing-authorise>` on your page.',
  },
  {
    prefix: 'customers.',
    name: 'Customers',
    description:
      'Customers are subscribers who authorised a checkout. A wallet is one customer in each mode. The email address is the last one it gave, and is not verified.',
  },
  {
    prefix: 'subscriptions.',
    name: 'Subscriptions',
    description:
      'A subscription is a meter. `incomplete` (opening pending) → `running` (or `pending_start` until you start it) ⇄ `paused` → `canceled` or `ended`. Every end settles the last seconds and refunds the unused deposit.',
  },
  {
    prefix: 'invoices.',
    name: 'Invoices',
    description:
      'An invoice is one settlement of a range of seconds. Its amounts are settled on-chain. `gross` = `fee` + `net`.',
  },
  {
    prefix: 'events.',
    name: 'Events',
    description: 'Events, newest first, each with the object as it was at that time.',
  },
  {
    prefix: 'webhook_endpoints.',
    name: 'Webhook endpoints',
    description:
      'Events are delivered to these URLs at least once, signed by Standard Webhooks 1.0, and retried with growing intervals.',
  },
  {
    prefix: 'client.',
    name: 'Client routes',
    description:
      '`<billing-authorise>` calls these routes from the subscriber’s page. The session id is the capability, and secret keys are rejected. You need them only to build your own element.',
  },
  {
    prefix: 'test_helpers.',
    name: 'Test clock',
    description:
      'Time travel for tests, in local mode with test keys. One clock serves the whole service and its chain.',
  },
  {
    prefix: 'local.',
    name: 'Local tools',
    description: 'Fresh merchants, test money and faults for tests. Local mode only, with the admin token.',
  },
]

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
