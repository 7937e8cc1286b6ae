import type { ErrorCode } from '@per-second/protocol/errors'

/** When a code is answered, and what to do about it: one or two sentences each, `code` in backticks. */
export type ErrorText = { cause: string; cure: string }

/** Every code of the API, for the document, the reference and the page of errors. */
export const ERROR_TEXTS: Record<ErrorCode, ErrorText> = {
  api_key_missing: {
    cause: 'No key was sent.',
    cure: 'Send it as `Authorization: Bearer sk_…`. If it comes from the environment, look whether that variable is set.',
  },
  api_key_invalid: {
    cause: 'This is no key of this service.',
    cure: 'Check for a cut or mixed-up key, and for a key of another service.',
  },
  api_key_revoked: {
    cause: 'The key was revoked, or rotated and its grace is over.',
    cure: 'Use its successor. Revocations cannot be undone.',
  },
  live_key_in_browser: {
    cause: 'A live key came from a browser (`Origin` or `Sec-Fetch-Site` was sent).',
    cure: 'Replace the key now, because the page has leaked it, and keep the new one on a server.',
  },
  secret_key_on_client_route: {
    cause: 'A secret key was sent to a route for pages, which must never hold one.',
    cure: 'Send none there, or the client token.',
  },
  client_token_invalid: {
    cause: 'The client token is missing, unknown, was signed out, or belongs to another meter.',
    cure: 'Sign in again.',
  },
  client_token_expired: {
    cause: 'The meter ended more than 24 hours ago, and its client tokens with it.',
    cure: 'Sign in again.',
  },
  parameter_missing: { cause: '`param` is required and was not sent.', cure: 'Send it.' },
  parameter_unknown: {
    cause: '`param` is not a parameter of this operation. Nothing unknown is ignored.',
    cure: 'Take it out, or spell it as the message proposes.',
  },
  parameter_invalid: {
    cause:
      '`param` has the wrong type or form, was sent twice, or is a value that the service does not take.',
    cure: 'The message says what is taken. Amounts and rates are strings, never JSON numbers.',
  },
  parameter_out_of_range: {
    cause: '`param` is too short, too long, too small or too large.',
    cure: 'The message says the bounds.',
  },
  json_invalid: {
    cause: 'The body is not a JSON object in UTF-8, or a required body is missing.',
    cure: 'Send an object, serialised by a library rather than put together by hand.',
  },
  content_type_unsupported: {
    cause: 'The body is of another content type, or compressed.',
    cure: 'Send it as `Content-Type: application/json`, not compressed.',
  },
  body_too_large: { cause: 'The body has more than 256 KiB.', cure: 'Send less.' },
  url_invalid: {
    cause: '`param` is no address that this service would send anybody to.',
    cure: 'Give an absolute http(s) URL of at most 2048 characters without user name or password. Webhooks need a public host and port 443, 80 or one that the service allows, but for local mode.',
  },
  rate_out_of_range: {
    cause: 'The rate has more than 15 integer or 18 fraction digits.',
    cure: 'Round it.',
  },
  product_inactive: {
    cause: 'The product is switched off.',
    cure: 'Set its `active` to true first, or use another.',
  },
  resource_missing: {
    cause:
      'There is no such object in this mode. Objects of other merchants and of the other mode look the same. As a 400 it is about a page cursor.',
    cure: 'Compare the id with the key’s mode: what a live key made, a test key does not see.',
  },
  route_not_found: {
    cause: 'There is no such path, or not for this kind of key. Said even without a key.',
    cure: 'Look for a slash at the end, and for what a proxy puts before `/v1`. Clock and `/_local` exist in local mode only.',
  },
  method_not_allowed: {
    cause: 'The path exists, this method on it does not.',
    cure: 'Objects are changed with POST; webhook endpoints alone can be deleted.',
  },
  checkout_session_not_open: {
    cause: 'The session is complete, or its authorisation is on its way to the chain.',
    cure: 'Retrieve it and look at `status`. For another checkout create another session.',
  },
  checkout_session_expired: {
    cause: 'The session is over: 24 hours have passed, or it was expired.',
    cure: 'Create another.',
  },
  checkout_session_not_complete: {
    cause:
      'Signing in is for coming back to a meter. This session has none: its first signature is the sign-in.',
    cure: 'Authorise it.',
  },
  session_already_claimed: {
    cause:
      'The session was authorised with another draft, or by another wallet, or too many wallets have tried it.',
    cure: 'Use that wallet, or create another session.',
  },
  deposit_below_minimum: {
    cause: 'The maximum charge is less than the deposit that this service accepts.',
    cure: 'Choose a longer maximum duration, or charge more a second. `min_deposit_usd` of the chain route is the least deposit.',
  },
  open_meters_exceeded: {
    cause: 'This wallet has as many meters open here as the service allows.',
    cure: 'Stop one of them first.',
  },
  draft_invalid: {
    cause:
      'The draft is not what prepare answered for this session, or the secret is not the one it was claimed with; or its meter was opened and returned, or its operator is gone.',
    cure: 'Prepare again.',
  },
  subscription_invalid_state: {
    cause:
      'The subscription is in a status that does not allow this. When resuming: the subscriber paused it, or its payer has stopped it on chain, in a block that does not count yet. When authorising: too many openings of this wallet have failed on chain today.',
    cure: 'Retrieve it and look at `status`.',
  },
  pause_not_allowed: {
    cause: 'The product was created without `allow_pause`.',
    cure: 'Make another product: neither this nor the rate can be changed.',
  },
  sign_in_nonce_invalid: {
    cause: 'The sign-in text is unknown or was used. Each is good for one sign-in.',
    cure: 'Ask for another.',
  },
  sign_in_expired: { cause: 'The sign-in text is older than 5 minutes.', cure: 'Ask for another.' },
  sign_in_domain_mismatch: {
    cause:
      'The sign-in text was made for another page than the one that sent it, or `Origin` is not a plain http(s) origin.',
    cure: 'Ask for one from the page that signs in, and leave `Origin` to the browser.',
  },
  signature_invalid: {
    cause: 'The signature is not the wallet’s under what was to be signed, or came too late.',
    cure: 'Sign exactly the `typed_data` that prepare answered, before `sign_by`, with the wallet it was prepared for.',
  },
  insufficient_funds: {
    cause: 'The wallet holds less AUSD than the deposit.',
    cure: 'Add AUSD, or choose a shorter time. Locally the faucet gives some.',
  },
  payer_frozen: {
    cause: 'The issuer of AUSD has frozen the wallet: nothing moves from or to it.',
    cure: 'Pay with another wallet. Only the issuer can lift it.',
  },
  idempotency_key_reused: {
    cause: 'The `Idempotency-Key` was used for another path or body within 24 hours.',
    cure: 'Use a new key for a new call, and the old one only to repeat the old call.',
  },
  idempotency_key_invalid: {
    cause: 'The `Idempotency-Key` is empty, too long, not ASCII, or was sent twice.',
    cure: 'Send 1 to 255 printable ASCII characters, once.',
  },
  http_invalid: {
    cause: 'The request is not valid HTTP, broke off, or has headers that are too large.',
    cure: 'Look at what sends it, and at proxies on the way.',
  },
  version_unknown: {
    cause: 'This service speaks one `Billing-Version`, and not the one that was asked for.',
    cure: 'Leave the header out, or send the version that the answer has.',
  },
  rate_limit_exceeded: {
    cause: 'Too many requests.',
    cure: 'Wait as many seconds as `Retry-After` says, then repeat.',
  },
  chain_unavailable: {
    cause:
      'The chain does not answer, or none is configured for this mode. When authorising: no meter can be opened at the moment.',
    cure: 'Repeat with the same idempotency key. If it stays so, ask the service’s operator.',
  },
  internal_error: {
    cause: 'Something failed on our side.',
    cure: 'Repeat with the same idempotency key; quote `Request-Id` when you ask about it.',
  },
}
