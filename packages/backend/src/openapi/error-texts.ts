import type { ErrorCode } from '@per-second/protocol/errors'

/** The cause of a code and its fix: one or two sentences each, `code` in backticks. */
export type ErrorText = { cause: string; cure: string }

/** Every code of the API, for the API document, the reference and the error page. */
export const ERROR_TEXTS: Record<ErrorCode, ErrorText> = {
  api_key_missing: {
    cause: 'The request has no key.',
    cure: 'Send it as `Authorization: Bearer sk_…`. If it comes from an environment variable, check that it is set.',
  },
  api_key_invalid: {
    cause: 'The service does not know this key.',
    cure: 'Check that the key is complete and belongs to this service.',
  },
  api_key_revoked: {
    cause: 'The key was revoked, or was rotated and its grace period is over.',
    cure: 'Use its replacement. A revocation cannot be undone.',
  },
  live_key_in_browser: {
    cause: 'A live key came from a browser (`Origin` or `Sec-Fetch-Site` was sent).',
    cure: 'Rotate the key now, because the page has leaked it. Keep the new key on a server.',
  },
  secret_key_on_client_route: {
    cause: 'A secret key was sent to a client route, which pages call.',
    cure: 'Send the client token (`ct_…`), or no `Authorization` header.',
  },
  client_token_invalid: {
    cause: 'The client token is missing, unknown, signed out, or belongs to another meter.',
    cure: 'Sign in again.',
  },
  client_token_expired: {
    cause: 'The meter ended more than 24 hours ago, and its client tokens expired.',
    cure: 'Sign in again.',
  },
  parameter_missing: { cause: '`param` is required and was not sent.', cure: 'Send it.' },
  parameter_unknown: {
    cause: '`param` is not a parameter of this operation. Unknown parameters are rejected.',
    cure: 'Remove it, or use the spelling that the message proposes.',
  },
  parameter_invalid: {
    cause: '`param` has the wrong type or format, was sent twice, or has a value that is not allowed.',
    cure: 'The message tells the allowed values. Amounts and rates are strings, never JSON numbers.',
  },
  parameter_out_of_range: {
    cause: '`param` is too short, too long, too small or too large.',
    cure: 'The message tells the limits.',
  },
  json_invalid: {
    cause: 'The body is not a JSON object in UTF-8, or a required body is missing.',
    cure: 'Send an object, serialised by a JSON library.',
  },
  content_type_unsupported: {
    cause: 'The body has another content type, or is compressed.',
    cure: 'Send it uncompressed as `Content-Type: application/json`.',
  },
  body_too_large: { cause: 'The body has more than 256 KiB (client routes: 32 KiB).', cure: 'Send less.' },
  url_invalid: {
    cause: '`param` is not a URL that this service accepts.',
    cure: 'Send an absolute http(s) URL of at most 2048 characters, without user name or password. Outside local mode a webhook URL needs https, a public host, and port 443, 80 or one that the operator allows.',
  },
  rate_out_of_range: { cause: 'The rate has more than 15 integer or 18 fraction digits.', cure: 'Round it.' },
  product_inactive: {
    cause: 'The product is inactive.',
    cure: 'Set its `active` to true, or use another product.',
  },
  resource_missing: {
    cause:
      'This mode has no such object. Objects of other merchants and of the other mode look the same. As a 400 it is about a page cursor.',
    cure: 'Compare the id with the key’s mode: a test key does not see objects of live mode.',
  },
  route_not_found: {
    cause: 'There is no such path for this kind of key. The service responds so even without a key.',
    cure: 'Check for a trailing slash, and for a prefix that a proxy adds before `/v1`. The clock and `/_local` exist in local mode only.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this method.',
    cure: 'Change objects with POST. Only webhook endpoints can be deleted.',
  },
  checkout_session_not_open: {
    cause: 'The session is complete, or its opening transaction is pending.',
    cure: 'Retrieve it and read `status`. For another checkout create another session.',
  },
  checkout_session_expired: {
    cause: 'The session expired after 24 hours, or was expired by the merchant.',
    cure: 'Create another session.',
  },
  checkout_session_not_complete: {
    cause: 'Sign-in returns to a meter, and this session has none. Its first signature is the sign-in.',
    cure: 'Authorise the session.',
  },
  session_already_claimed: {
    cause:
      'The session was authorised with another draft or by another wallet, or too many wallets have tried it.',
    cure: 'Use that wallet, or create another session.',
  },
  deposit_below_minimum: {
    cause: 'The maximum charge is below the smallest deposit that this service accepts.',
    cure: 'Choose a longer maximum duration, or sell a product with a higher rate. `min_deposit_usd` of the chain route is the smallest deposit.',
  },
  open_meters_exceeded: {
    cause: 'This wallet has as many open meters here as the service allows.',
    cure: 'Stop one of them first.',
  },
  draft_invalid: {
    cause:
      'The draft does not match this session and secret, has been used, or its operator key was retired.',
    cure: 'Call `prepare` again.',
  },
  subscription_invalid_state: {
    cause:
      'The subscription’s status does not allow this call. When resuming: the subscriber paused it, or the payer’s stop on-chain is not confirmed yet. When authorising: three openings of this wallet failed today.',
    cure: 'When resuming or starting, retrieve the subscription and read `status`. When authorising, use another wallet, or try again tomorrow.',
  },
  pause_not_allowed: {
    cause: 'The product was created without `allow_pause`.',
    cure: 'Create another product: `allow_pause` and the rate cannot change.',
  },
  sign_in_nonce_invalid: {
    cause: 'The sign-in text is unknown or was used. Each text works once.',
    cure: 'Request another.',
  },
  sign_in_expired: { cause: 'The sign-in text is older than 5 minutes.', cure: 'Request another.' },
  sign_in_domain_mismatch: {
    cause:
      'The sign-in text names another page than the one that sent it, or `Origin` is not a plain http(s) origin.',
    cure: 'Request the text from the page that signs in. Let the browser set `Origin`.',
  },
  signature_invalid: {
    cause: 'The signature is not from this wallet for this `typed_data`, or it came after `sign_by`.',
    cure: 'Sign exactly the `typed_data` that `prepare` returned, before `sign_by`, with the wallet it names.',
  },
  insufficient_funds: {
    cause: 'The wallet holds less AUSD than the deposit.',
    cure: 'Add AUSD, or choose a shorter duration. Locally the faucet funds the wallet.',
  },
  payer_frozen: {
    cause: 'The issuer of AUSD has frozen the wallet: no AUSD moves from or to it.',
    cure: 'Pay with another wallet. Only the issuer can unfreeze this one.',
  },
  idempotency_key_reused: {
    cause: 'The `Idempotency-Key` was used with another path or body within 24 hours.',
    cure: 'Use a new key for a new call. Use the old key only to repeat the old call.',
  },
  idempotency_key_invalid: {
    cause: 'The `Idempotency-Key` is empty, too long, not ASCII, or was sent twice.',
    cure: 'Send 1 to 255 printable ASCII characters, once.',
  },
  http_invalid: {
    cause: 'The request is not valid HTTP, broke off, or has headers that are too large.',
    cure: 'Check the sender, and the proxies in between.',
  },
  version_unknown: {
    cause: 'The service supports one `Billing-Version`, and the request named another.',
    cure: 'Omit the header, or send the version of the response.',
  },
  rate_limit_exceeded: {
    cause: 'The caller sent too many requests, or opened too many meters whose gas no fees have paid for.',
    cure: 'Wait `Retry-After` seconds, then repeat.',
  },
  chain_unavailable: {
    cause:
      'The network does not respond, or none is configured for this mode. When authorising: no meter can be opened at the moment.',
    cure: 'Repeat with the same idempotency key. If it persists, contact the service’s operator.',
  },
  internal_error: {
    cause: 'The service failed.',
    cure: 'Repeat with the same idempotency key. Quote `Request-Id` when you report it.',
  },
}
