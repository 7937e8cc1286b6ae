import type { OtherError } from '../error-guide.ts'

/** What the READMEs of element and client say of their codes. Generated. */
export const OTHER_ERRORS: readonly OtherError[] = [
  {
    "source": "element",
    "code": "resource_missing",
    "cause": "The service knows no such session: the `session` is mistyped, of another service, or of the other mode.",
    "cure": "Pass the `id` of a session that this service created."
  },
  {
    "source": "element",
    "code": "base_url_invalid",
    "cause": "`base-url` is no http(s) address.",
    "cure": "Give the service's address, or a path of the page's own origin."
  },
  {
    "source": "element",
    "code": "route_not_found",
    "cause": "There is something at `base-url`, but no billing service of this version.",
    "cure": "Look at the address that the console names."
  },
  {
    "source": "element",
    "code": "attribute_invalid",
    "cause": "`chain-id` is no number, or `escrow`, `token` or `payee` no address; `field` says which.",
    "cure": "Correct or remove the attribute."
  },
  {
    "source": "element",
    "code": "module_unavailable",
    "cause": "A file of the element could not be loaded: it is not where the first one is, or the content security policy forbids it.",
    "cure": "Copy the whole `cdn` folder; look at the browser's network and policy messages."
  },
  {
    "source": "element",
    "code": "wallet_connect_missing",
    "cause": "`wallet-connect-project-id` is set, and the page was built without its package.",
    "cure": "`npm install @walletconnect/sign-client@2`."
  },
  {
    "source": "element",
    "code": "sign_in_domain_mismatch",
    "cause": "The page has no http(s) origin that the service could name: a sandboxed frame, a file.",
    "cure": "Serve the page over https."
  },
  {
    "source": "element",
    "code": "render_failed",
    "cause": "The card could not be drawn.",
    "cure": "Report it with its `cause`."
  },
  {
    "source": "element",
    "code": "unexpected",
    "cause": "A fault of the element, or of a wallet that throws what it should not.",
    "cure": "Report it with its `cause`."
  },
  {
    "source": "element",
    "code": "service_unreachable",
    "cause": "No answer: offline, a host that does not exist, blocked by `connect-src` or by CORS.",
    "cure": "Look at the browser's network messages. It goes on by itself once the network is back."
  },
  {
    "source": "element",
    "code": "service_timeout",
    "cause": "No answer in time.",
    "cure": "Try again."
  },
  {
    "source": "element",
    "code": "response_invalid",
    "cause": "An answer that is none of ours; `field` says where.",
    "cure": "Look for a proxy that answers in the service's place, or for another version of it."
  },
  {
    "source": "element",
    "code": "http_…",
    "cause": "An answer without an error of the service's own, with that status.",
    "cure": "Look for a proxy in between."
  },
  {
    "source": "element",
    "code": "rate_limit_exceeded",
    "cause": "Too many requests from one place.",
    "cure": "Wait for as long as the answer says; the element does."
  },
  {
    "source": "element",
    "code": "internal_error",
    "cause": "The service, or its chain, cannot do it now.",
    "cure": "Try again: whatever was signed is handed in again."
  },
  {
    "source": "element",
    "code": "chain_unavailable",
    "cause": "The service, or its chain, cannot do it now.",
    "cure": "Try again: whatever was signed is handed in again."
  },
  {
    "source": "element",
    "code": "checkout_session_expired",
    "cause": "The checkout is over.",
    "cure": "Create a new session."
  },
  {
    "source": "element",
    "code": "checkout_session_not_open",
    "cause": "The checkout is over.",
    "cure": "Create a new session."
  },
  {
    "source": "element",
    "code": "checkout_refused",
    "cause": "The checkout is over.",
    "cure": "Create a new session."
  },
  {
    "source": "element",
    "code": "draft_invalid",
    "cause": "The checkout is over.",
    "cure": "Create a new session."
  },
  {
    "source": "element",
    "code": "checkout_session_not_complete",
    "cause": "Somebody signs in to a session without a meter.",
    "cure": "Authorise first."
  },
  {
    "source": "element",
    "code": "product_inactive",
    "cause": "The product is not on sale any more.",
    "cure": "Activate it, or sell another one."
  },
  {
    "source": "element",
    "code": "session_already_claimed",
    "cause": "Another wallet's signature was accepted for the session.",
    "cure": "Use that wallet, or create a new session."
  },
  {
    "source": "element",
    "code": "sign_in_expired",
    "cause": "Somebody took longer than five minutes to sign in.",
    "cure": "Sign in again."
  },
  {
    "source": "element",
    "code": "sign_in_nonce_invalid",
    "cause": "Somebody took longer than five minutes to sign in.",
    "cure": "Sign in again."
  },
  {
    "source": "element",
    "code": "signature_invalid",
    "cause": "The signature is not the account's.",
    "cure": "Ask the wallet again; it is asked for the same."
  },
  {
    "source": "element",
    "code": "signature_late",
    "cause": "The signature came after its deadline.",
    "cure": "Authorise again: the terms get another one."
  },
  {
    "source": "element",
    "code": "signature_disputed",
    "cause": "The service calls a signature invalid that recovers to the account: its fault.",
    "cure": "Ask the service's operator. The same signature is handed in again."
  },
  {
    "source": "element",
    "code": "insufficient_funds",
    "cause": "The wallet holds less than the maximum.",
    "cure": "Fill it, or choose a shorter time."
  },
  {
    "source": "element",
    "code": "pause_not_allowed",
    "cause": "The meter has changed meanwhile, or may not be paused.",
    "cure": "Nothing: the card shows what it is now."
  },
  {
    "source": "element",
    "code": "subscription_invalid_state",
    "cause": "The meter has changed meanwhile, or may not be paused.",
    "cure": "Nothing: the card shows what it is now."
  },
  {
    "source": "element",
    "code": "refused_chain",
    "cause": "A chain outside our table that `chain-id` does not name, a test session on a main network, a live one on the embedded chain, or another page's localhost.",
    "cure": "Name the chain if you mean it."
  },
  {
    "source": "element",
    "code": "refused_escrow",
    "cause": "Another escrow than the one pinned or in our table.",
    "cure": "Compare it with the operator's."
  },
  {
    "source": "element",
    "code": "refused_token",
    "cause": "Another token than AUSD, or AUSD itself in test mode.",
    "cure": "Pin `token` where you mean it."
  },
  {
    "source": "element",
    "code": "refused_terms",
    "cause": "Terms that are not those on screen: rate, maximum, payee, fee, deadline.",
    "cure": "Ask the service's operator; do not go on."
  },
  {
    "source": "element",
    "code": "refused_sign_in",
    "cause": "A text to sign in with that names another page, account or chain.",
    "cure": "Ask the service's operator; do not go on."
  },
  {
    "source": "element",
    "code": "refused_meter",
    "cause": "After the signature: figures that cannot be true of what was signed. The last good ones stay.",
    "cure": "Ask the service's operator; the chain has the truth."
  },
  {
    "source": "element",
    "code": "no_wallet",
    "cause": "No wallet announced itself.",
    "cure": "Install one, or open the page in a wallet's browser."
  },
  {
    "source": "element",
    "code": "user_rejected",
    "cause": "Somebody declined.",
    "cure": "Try again; the same is asked for."
  },
  {
    "source": "element",
    "code": "request_pending",
    "cause": "The wallet has an unanswered request open.",
    "cure": "Answer it there."
  },
  {
    "source": "element",
    "code": "locked",
    "cause": "The wallet is locked, or shares no account with the page.",
    "cure": "Unlock it."
  },
  {
    "source": "element",
    "code": "disconnected",
    "cause": "The connection ended, or the account is another one.",
    "cure": "Connect again."
  },
  {
    "source": "element",
    "code": "account_changed",
    "cause": "The connection ended, or the account is another one.",
    "cure": "Connect again."
  },
  {
    "source": "element",
    "code": "chain_mismatch",
    "cause": "The wallet stays on another network, or does not know this one.",
    "cure": "Allow the switch."
  },
  {
    "source": "element",
    "code": "chain_not_added",
    "cause": "The wallet stays on another network, or does not know this one.",
    "cure": "Allow the switch."
  },
  {
    "source": "element",
    "code": "method_unsupported",
    "cause": "The wallet cannot sign EIP-712 data.",
    "cure": "Use another one."
  },
  {
    "source": "element",
    "code": "wallet_failed",
    "cause": "The wallet reported an error of its own; `cause` has it.",
    "cure": "Try again, or use another one."
  },
  {
    "source": "element",
    "code": "pairing_expired",
    "cause": "WalletConnect: nobody took up the code in time, or its relay is blocked (`connect-src`).",
    "cure": "Try again."
  },
  {
    "source": "element",
    "code": "relay_unreachable",
    "cause": "WalletConnect: nobody took up the code in time, or its relay is blocked (`connect-src`).",
    "cure": "Try again."
  },
  {
    "source": "element",
    "code": "asked_in_other_tab",
    "cause": "Another tab is asking the wallet for this session.",
    "cure": "Answer there, or close it."
  },
  {
    "source": "element",
    "code": "other_account_asked",
    "cause": "Another account was asked to sign for this session, and may still.",
    "cure": "Use that account, or wait until its deadline."
  },
  {
    "source": "element",
    "code": "meter_known",
    "cause": "The escrow holds the deposit of what was signed.",
    "cure": "Nothing is signed again; the card offers to stop it."
  },
  {
    "source": "client",
    "code": "connection_failed",
    "cause": "No connection to the service, or it broke off; `address` and `reason` say where and why.",
    "cure": "Look at `baseUrl`, at the service and at what is in between. It was tried four times already."
  },
  {
    "source": "client",
    "code": "timeout",
    "cause": "The service did not answer within `timeoutMs`, or all attempts together within `totalTimeoutMs`.",
    "cure": "Repeat with the same `idempotencyKey`. Give calls that wait for the chain at least 20 seconds."
  },
  {
    "source": "client",
    "code": "aborted",
    "cause": "The call's `signal` fired.",
    "cure": "Nothing. What was sent may have acted: repeat with the same `idempotencyKey` to find out."
  },
  {
    "source": "client",
    "code": "webhook_secret_missing",
    "cause": "`verify` got no signing secret.",
    "cure": "Pass the endpoint's, `whsec_…`; look whether the variable it comes from is set."
  },
  {
    "source": "client",
    "code": "webhook_secret_invalid",
    "cause": "The secret is not one.",
    "cure": "Pass what the endpoint's creation answered, whole, `whsec_` included."
  },
  {
    "source": "client",
    "code": "webhook_headers_missing",
    "cause": "`webhook-id`, `webhook-timestamp` or `webhook-signature` is not there.",
    "cure": "Look what a proxy takes away. Otherwise it is not the service that asks: answer 400."
  },
  {
    "source": "client",
    "code": "webhook_timestamp_invalid",
    "cause": "`webhook-timestamp` is no number.",
    "cure": "It is not the service that asks: answer 400."
  },
  {
    "source": "client",
    "code": "webhook_timestamp_out_of_tolerance",
    "cause": "It was signed too long ago, or in the future: a replay, or a clock that is wrong.",
    "cure": "Set the machine's clock. Verify before you queue."
  },
  {
    "source": "client",
    "code": "webhook_signature_invalid",
    "cause": "No signature fits.",
    "cure": "Pass the secret of this very endpoint, and the body as it came, before any parsing."
  },
  {
    "source": "client",
    "code": "webhook_payload_invalid",
    "cause": "The body was parsed already, or is not JSON.",
    "cure": "Pass it as text or bytes."
  }
]
