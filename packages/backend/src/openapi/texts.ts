import { API_VERSION } from '@per-second/protocol/types'

export const TITLE = 'Per-Second Billing'

export const SUMMARY = 'Sell anything by the second, settled on chain.'

export const INTRODUCTION = `A merchant bills by the second. Their server creates a checkout session; their page shows it to the subscriber, who signs once to
authorise an exact maximum, which signs them in too. A meter runs per second, invoices settle on chain, and what was not used goes back.

**Conventions.** Bodies are JSON. Instants are integer unix seconds. Amounts are decimal strings in USD, never JSON numbers. Every field of
an object is always present; what has no value is null. Every success is 200. Unknown or repeated parameters are refused, never ignored.

**Authentication.** \`Authorization: Bearer sk_test_…\` or \`sk_live_…\`. The key selects the mode: each sees only its own objects. Live keys
are refused from browsers. A 401 says \`WWW-Authenticate: Bearer\`, with \`error="invalid_token"\` where something was shown.

**Errors.** Every error has the same envelope. \`type\` is one of six, \`code\` says exactly why, \`param\` names the field,
\`message\` ends with the page that explains the code. An unknown path or
method is a 404 with the code \`route_not_found\` or \`method_not_allowed\`, even without a key.

**Idempotency.** Any POST may carry an \`Idempotency-Key\`. The same key with the same path and body answers the same bytes for 24 hours and
acts once; \`Idempotent-Replayed: true\` says so. Two routes of the page answer every repeat anew: preparing, which
keeps nothing, and authorising, which acts once by itself and gives each answer a token of its own.

**Version.** \`Billing-Version: ${API_VERSION}\` comes with every answer and may be sent. \`Request-Id\` names the request. A \`traceparent\`
(W3C Trace Context) goes on into the log, and into the header of every webhook that comes of the request.

**Browsers.** CORS is open to every origin, without credentials. HEAD answers as GET does, without a body.`

/** Groups of operations, in the order a reader needs them. `prefix` is how their operation ids begin. */
export const TAGS: { prefix: string; name: string; description: string }[] = [
  {
    prefix: 'products.',
    name: 'Products',
    description:
      'Something billed at a fixed rate per second. The rate never changes; make another product for another rate.',
  },
  {
    prefix: 'checkout.',
    name: 'Checkout sessions',
    description:
      'One offer of one product to one subscriber, open for 24 hours. Hand the `id` to `<billing-authorise>` on your own page.',
  },
  {
    prefix: 'customers.',
    name: 'Customers',
    description:
      'Subscribers who have authorised a checkout. A wallet is one customer in each mode; the e-mail address is the one it gave last, and nobody has checked it.',
  },
  {
    prefix: 'subscriptions.',
    name: 'Subscriptions',
    description:
      'The meters. `incomplete` (its opening is on the way to the chain) → `running` (or `pending_start` until you start it) ⇄ `paused` → `canceled` or `ended`. Ending in any way settles the last seconds and returns the rest.',
  },
  {
    prefix: 'invoices.',
    name: 'Invoices',
    description:
      'One settlement of a period each. Amounts are what the chain has settled. `gross` = `fee` + `net`.',
  },
  {
    prefix: 'events.',
    name: 'Events',
    description: 'What happened, newest first, with the object as it was then.',
  },
  {
    prefix: 'webhook_endpoints.',
    name: 'Webhook endpoints',
    description:
      'Where events are delivered, signed by Standard Webhooks 1.0, at least once, retried with growing pauses.',
  },
  {
    prefix: 'client.',
    name: 'Client routes',
    description:
      'What `<billing-authorise>` calls from the subscriber’s page. The session id is the capability; no secret key is taken. You need these only to build an element of your own.',
  },
  {
    prefix: 'test_helpers.',
    name: 'Test clock',
    description:
      'Time travel for tests: local mode, test keys. One clock for the whole backend and its chain.',
  },
  {
    prefix: 'local.',
    name: 'Local tools',
    description: 'Fresh merchants, test money and faults on demand. Local mode only, with the admin token.',
  },
  { prefix: '', name: 'Service', description: 'Health, metrics and this description.' },
]
