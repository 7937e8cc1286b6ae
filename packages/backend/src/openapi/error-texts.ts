import type { ErrorCode } from '@per-second/protocol/errors'

/** When each code is answered and what to do about it, for the reference. */
export const ERROR_TEXTS: Record<ErrorCode, string> = {
  api_key_missing: 'No key was sent. Send it as `Authorization: Bearer sk_…`.',
  api_key_invalid: 'This is no key of this service. Check for a cut or mixed-up key.',
  api_key_revoked: 'The key was revoked. Use its successor.',
  live_key_in_browser:
    'A live key came from a browser (`Origin` or `Sec-Fetch-Site` was sent). Keep it on a server, and replace it now.',
  secret_key_on_client_route:
    'Client routes are for pages, which must never hold a secret key. Send none, or the client token.',
  client_token_invalid:
    'The client token is missing, unknown, was signed out, or belongs to another meter. Sign in again.',
  client_token_expired:
    'The meter ended more than 24 hours ago, and its client tokens with it. Sign in again.',
  parameter_missing: '`param` is required and was not sent.',
  parameter_unknown: '`param` is not a parameter of this operation. Nothing unknown is ignored.',
  parameter_invalid: '`param` has the wrong type or form, or was sent twice.',
  parameter_out_of_range: '`param` is too short, too long, too small or too large.',
  json_invalid: 'The body is not a JSON object in UTF-8, or a required body is missing.',
  content_type_unsupported: 'Send bodies as `Content-Type: application/json`, not compressed.',
  body_too_large: 'Bodies may have at most 256 KiB.',
  url_invalid:
    '`param` must be an absolute http(s) URL of at most 2048 characters without user name or password.',
  rate_out_of_range: 'A rate may have at most 15 integer and 18 fraction digits.',
  product_inactive: 'The product is switched off. Set `active` to true first, or use another.',
  resource_missing:
    'There is no such object in this mode. Objects of other merchants and of the other mode look the same. As a 400 it is about a page cursor.',
  route_not_found: 'There is no such path, or not for this kind of key. Sent even without a key.',
  method_not_allowed: 'The path exists, this method on it does not.',
  checkout_session_not_open: 'The session is complete, or its authorisation is on its way to the chain.',
  checkout_session_expired: 'The session is over: 24 hours have passed, or it was expired. Create another.',
  checkout_session_not_complete:
    'Signing in is for coming back to a meter. This session has none: its first signature is the sign-in.',
  session_already_claimed:
    'The session was authorised with another draft, or by another wallet. Create another session.',
  draft_invalid:
    'The draft is not what prepare answered for this session, or the secret is not the one it was claimed with. Prepare again.',
  subscription_invalid_state:
    'The subscription is in a status that does not allow this: retrieve it and look at `status`. When authorising: too many openings of this wallet have failed on chain today.',
  pause_not_allowed: 'The product was created without `allow_pause`.',
  sign_in_nonce_invalid: 'The sign-in text is unknown or was used. Each is good for one sign-in.',
  sign_in_expired: 'Sign-in texts last 5 minutes. Ask for another.',
  sign_in_domain_mismatch: 'The sign-in text was made for another page than the one that sent it.',
  signature_invalid: 'The signature is not the wallet’s under what was to be signed, or came too late.',
  insufficient_funds: 'The wallet holds less AUSD than the deposit. Add AUSD, or choose a shorter time.',
  idempotency_key_reused: 'The key was used for another path or body within 24 hours. Use a new key.',
  idempotency_key_invalid: 'An `Idempotency-Key` is 1 to 255 printable ASCII characters, sent once.',
  http_invalid: 'The request is not valid HTTP, broke off, or has headers that are too large.',
  version_unknown: 'This service speaks one `Billing-Version`. Leave the header out, or send that one.',
  rate_limit_exceeded: 'Too many requests. Wait as many seconds as `Retry-After` says, then repeat.',
  chain_unavailable:
    'The chain does not answer, or none is configured for this mode. Repeat with the same idempotency key.',
  internal_error:
    'Something failed on our side. Repeat with the same idempotency key; quote `Request-Id` when you ask about it.',
}
