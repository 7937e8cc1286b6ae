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

/** What a summary cannot say, by operation. */
export const OPERATION_TEXTS: Record<string, string> = {
  'products.create':
    'The rate is a decimal string. A JSON number is refused, because it would already be rounded.',
  'products.list': 'Newest first.',
  'products.update':
    'Only what is sent changes. A product that is not active takes no new checkouts; running meters go on.',
  'checkout.sessions.create':
    'Call this from your server, then hand the `id` to your page. With `max_duration_seconds` you fix the subscriber’s cap, without it they choose. An unknown `product` is a 404 with `param` = `product`.',
  'checkout.sessions.list': 'Newest first.',
  'checkout.sessions.retrieve':
    'Your success page asks this: `complete` means authorised. Do not trust the redirect alone.',
  'checkout.sessions.expire': 'For an `open` session that is not being authorised right now.',
  'customers.list': 'Newest first.',
  'subscriptions.list': 'Newest first.',
  'subscriptions.retrieve': 'Counters are computed for the instant of the answer.',
  'subscriptions.statement':
    'Keep the newest one, say once an hour: if the service or its key is ever lost, bring it to the escrow (`settleBySig`) and the merchant is paid up to `to_second`. It states what the meter has run as of the newest block that counts, never more than `elapsed_seconds`, and a later one covers all before it.',
  'subscriptions.start':
    'For products with `start_mode` = `merchant`. One that is not started within 7 days is cancelled and refunded.',
  'subscriptions.pause': 'Stops the count. Nothing is settled. Needs `allow_pause`.',
  'subscriptions.resume':
    'Lifts your own pause. A pause the subscriber made is lifted by the subscriber only.',
  'subscriptions.cancel':
    'The answer waits for the chain, up to 15 seconds; the status is `canceled` at once, and `settled_usd` and `refunded_usd` follow.',
  'invoices.list': 'Newest first. Both bounds on `period_end` are inclusive.',
  'events.list':
    'Newest first. Everything a webhook would have told you, as far back as the service keeps events: 30 days, unless its operator says otherwise. The list ends there (`has_more` is false), and an older event as a cursor is `resource_missing`. Invoices and subscriptions stay.',
  'events.deliveries':
    'All of them on one page, newest endpoint first: a merchant has at most 100 endpoints. An endpoint that did not ask for this type, was disabled, or was made later has none; what was delivered or given up is forgotten after 30 days.',
  'events.resend':
    'Due at once, with the same `webhook-id`, and tried for three days anew; also where the endpoint did not ask for this type, or was made later. A receiver that has it already must change nothing.',
  'webhook_endpoints.create': 'The `secret` is in this answer only. Keep it: it verifies deliveries.',
  'client.sign_in.challenge':
    'For coming back to a complete session from another browser: its own wallet only. The text is made for the page that asks (`Origin`; without one, the host of `success_url`). It is good for 5 minutes and one use.',
  'client.sign_in':
    'Answers a client token for the session’s meter. It lasts until 24 hours after the meter’s end, or after this sign-in where that is later; `expires_at` is the latest there can be. At most 10 are good at the same time: the oldest go.',
  'client.authorisation.prepare':
    'Writes nothing and claims nothing: the `draft` is all there is, and any number of them may exist. Keep 32 random bytes to yourself and send their SHA-256 as `claim`. Check what comes before you sign: rebuild terms and typed data yourself. `sign_by` is 15 minutes ahead, 30 for contract wallets, never beyond the session.',
  'client.authorisation.authorise':
    'The signature is the sign-in. Accepting it makes customer and subscription and fixes the cap; from then on another draft is refused. Answers when the opening is on chain, or after 15 seconds with the session still `open`: repeating the call with the same draft, secret and signature is how one waits, and each answer has a token of its own. It opens once. The token lasts until 24 hours after the meter’s end; `expires_at` is the latest there can be. Where the opening fails the session is free again, and the same signature may be handed in again until `sign_by`.',
  'client.subscriptions.pause': 'Repeating it answers the same.',
  'client.subscriptions.resume': 'Repeating it answers the same.',
  'client.subscriptions.cancel':
    'Repeating it answers the same. Ends the meter, settles its last seconds, returns the rest.',
  'client.sessions.sign_out': 'Ends the token it is called with, and nothing else.',
  'test_helpers.clock.update':
    'A frozen clock stands at the next whole second until it is advanced or released.',
  'test_helpers.clock.advance':
    'Runs every expiry, cap, settlement and delivery that falls due, in order of time, moves the chain along, and answers when done. Other requests wait meanwhile.',
  'local.merchants.create': 'A merchant for each parallel test keeps them apart.',
  'local.faucet':
    'Mints test AUSD on the embedded chain. Authorising needs no coin for gas, so none is given; ask for it with `native` to try a stop that the subscriber sends to the chain.',
  'local.test_wallet.fund':
    'What the button of `/_local/test-wallet.js` asks for. Any page may, without a token: it mints test AUSD on the embedded chain, whose own endpoint is open to pages, too.',
  'local.faults.set':
    'The next `count` matching calls fail in this way. `/_local`, clock and service routes are never struck.',
}
