/** Codes, their cause and their fix. An ellipsis in a code stands for a number. */
export type ErrorRow = readonly [codes: readonly string[], cause: string, cure: string]

/** Every code of `billing-authorise-error`. */
export const ELEMENT_ERRORS: readonly ErrorRow[] = [
  [
    ['resource_missing'],
    'The service has no such session: the `session` is mistyped, of another service, or of the other mode.',
    'Pass the `id` of a session that this service created.',
  ],
  [
    ['session_invalid'],
    '`session` is not the id of a checkout session. Nothing was requested.',
    'Pass the `id` of a session, `cs_…`.',
  ],
  [
    ['secret_key_in_page'],
    '`session` is a secret key, so every visitor of the page can read the key. Nothing was requested.',
    'Revoke the key, and pass the `id` of a session, `cs_…`.',
  ],
  [
    ['base_url_invalid'],
    '`base-url` is not an http(s) address.',
    "Set the service's address, or a path of the page's own origin.",
  ],
  [
    ['route_not_found'],
    'The server at `base-url` is not a billing service of this version.',
    'Check the address in the console line.',
  ],
  [
    ['attribute_invalid'],
    '`chain-id` or `max-fee` is not a number, or `escrow`, `token` or `payee` is not an address. `field` names it.',
    'Correct or remove the attribute.',
  ],
  [
    ['page_insecure'],
    'The page is no secure context (`http:` on another host than localhost), so `crypto.subtle` is missing.',
    'Serve the page over https.',
  ],
  [
    ['page_altered'],
    'A library of the page has replaced built-in functions (`toJSON`, methods of `Array`), or something keeps changing the amounts on the card. `cause` has the details. Nothing is signed.',
    'Remove the library from the checkout page, or turn the extension off.',
  ],
  [
    ['module_unavailable'],
    'A file of the element could not be loaded: it is missing, or the content security policy forbids it.',
    "Copy the whole `cdn` folder. Read the browser's network and policy messages.",
  ],
  [
    ['wallet_connect_missing'],
    '`wallet-connect-project-id` is set, and the page was built without its package.',
    'Run `npm install @walletconnect/sign-client@2`, and import `@per-second/authorise/wallet-connect`.',
  ],
  [
    ['sign_in_domain_mismatch'],
    'The page has no http(s) origin: a sandboxed frame, or a file.',
    'Serve the page over https.',
  ],
  [['render_failed'], 'The card could not be drawn.', 'Report it with its `cause`.'],
  [['unexpected'], 'The element failed, or a wallet threw an unknown value.', 'Report it with its `cause`.'],
  [
    ['service_unreachable'],
    'No response: offline, an unknown host, blocked by `connect-src` or CORS.',
    "Read the browser's network messages. The element continues when the network is back.",
  ],
  [['service_timeout'], 'No response in time.', 'Try again.'],
  [
    ['response_invalid'],
    "The response is not from this service's API. `field` names the place.",
    'Check for a proxy that responds instead, or for another version.',
  ],
  [
    ['http_…'],
    "A response with that status and without the service's error.",
    'Check for a proxy in between.',
  ],
  [
    ['rate_limit_exceeded'],
    'Too many requests, or too many openings.',
    'Wait as long as the response says. The element does.',
  ],
  [
    ['internal_error', 'chain_unavailable'],
    'The service or its network is not available.',
    'Try again: the element submits an existing signature again.',
  ],
  [
    ['checkout_session_expired', 'checkout_session_not_open', 'checkout_refused', 'draft_invalid'],
    'The checkout is over.',
    'Create a new session.',
  ],
  [
    ['checkout_session_not_complete'],
    'The subscriber signs in to a session without a meter.',
    'Authorise first.',
  ],
  [['product_inactive'], 'The product is inactive.', 'Activate it, or sell another one.'],
  [
    ['session_already_claimed'],
    "Another wallet's signature was accepted for the session.",
    'Use that wallet, or create a new session.',
  ],
  [
    ['sign_in_expired', 'sign_in_nonce_invalid'],
    'The sign-in took longer than five minutes.',
    'Sign in again.',
  ],
  [
    ['signature_invalid'],
    'The signature is not from this account.',
    'Ask the wallet again: the terms are the same.',
  ],
  [
    ['signature_late'],
    'The signature came after its deadline.',
    'Authorise again: the terms get a new deadline.',
  ],
  [
    ['signature_disputed'],
    'The service rejects a signature that recovers to the account. The service is at fault.',
    "Contact the service's operator. The element submits the same signature again.",
  ],
  [
    ['insufficient_funds'],
    'The wallet holds less than the maximum charge.',
    'Add funds, or choose a shorter duration.',
  ],
  [
    ['payer_frozen'],
    'The issuer of AUSD has frozen the wallet.',
    'Use another wallet. Only the issuer can unfreeze this one.',
  ],
  [
    ['pause_not_allowed', 'subscription_invalid_state'],
    'The meter has changed, or cannot be paused.',
    'Nothing: the card shows its state.',
  ],
  [
    ['refused_chain'],
    "The chain is not allowed on this page: outside our table, a test network in live mode, or the embedded chain on another machine's page. A test session on a main network is always refused.",
    'Set `chain-id`, if you mean that chain.',
  ],
  [
    ['refused_escrow'],
    'The escrow differs from the pinned one, or from our code with the stated salt.',
    "Compare it with the operator's.",
  ],
  [
    ['refused_token'],
    'The token is not AUSD (in test mode test AUSD), or is AUSD in test mode.',
    'Set `token`, if you mean that token.',
  ],
  [
    ['refused_terms'],
    'The terms differ from the screen: rate, maximum, payee, fee (or one over `max-fee`), deadline.',
    "Stop, and contact the service's operator.",
  ],
  [
    ['refused_sign_in'],
    'The sign-in text names another page, account or chain.',
    "Stop, and contact the service's operator.",
  ],
  [
    ['refused_meter'],
    "The meter's figures contradict the signature. The last good figures stay.",
    "Contact the service's operator. The network has the truth.",
  ],
  [['no_wallet'], 'No wallet announced itself.', "Install one, or open the page in a wallet's browser."],
  [
    ['user_rejected'],
    'The subscriber declined.',
    'Try again. A plain key can choose another duration. Other accounts are asked for the same until the deadline.',
  ],
  [
    ['rejected_unseen'],
    'The wallet refused within 400 ms, faster than a person can.',
    "Check the wallet's settings: a blocked site, an automatic refusal. Or use another wallet.",
  ],
  [['request_pending'], 'The wallet has an open request.', 'Respond to it there.'],
  [['locked'], 'The wallet is locked, or shares no account with the page.', 'Unlock it.'],
  [['disconnected', 'account_changed'], 'The connection ended, or the account changed.', 'Connect again.'],
  [
    ['chain_mismatch', 'chain_not_added'],
    'The wallet stays on another network, or does not know this one.',
    'Allow the switch.',
  ],
  [['method_unsupported'], 'The wallet cannot sign EIP-712 data.', 'Use another wallet.'],
  [['wallet_failed'], 'The wallet reported its own error, in `cause`.', 'Try again, or use another wallet.'],
  [
    ['pairing_expired', 'relay_unreachable'],
    'WalletConnect: the code was not used in time, or the relay is blocked (`connect-src`).',
    'Try again.',
  ],
  [
    ['asked_in_other_tab'],
    'Another tab is asking the wallet for this session.',
    'Respond there, or close it.',
  ],
  [
    ['other_account_asked'],
    'Another account was asked to sign for this session, and still can.',
    'Use that account, or wait until the deadline.',
  ],
  [
    ['asked_changed'],
    "The stored request differs from this page's terms: another page of the site, or the service, changed it.",
    'Nothing is signed. Create a new session, or wait until the deadline.',
  ],
  [
    ['meter_known'],
    'The escrow already holds the deposit of the signed terms.',
    'Nothing is signed again. The card offers to stop the meter.',
  ],
]

/** Every code that the client gives by itself, without the service. */
export const CLIENT_ERRORS: readonly ErrorRow[] = [
  [
    ['connection_failed'],
    'The service could not be reached, or the connection broke. `address` and `reason` give details.',
    'Check `baseUrl`, the service and the network in between. The client has retried already.',
  ],
  [
    ['timeout'],
    'No response within `timeoutMs`, or within `totalTimeoutMs` for all attempts.',
    'Repeat with the same `idempotencyKey`. Give calls that wait for the network at least 20 seconds.',
  ],
  [
    ['aborted'],
    "The call's `signal` fired.",
    'The call may have acted. Repeat with the same `idempotencyKey` to find out.',
  ],
  [
    ['webhook_secret_missing'],
    '`verify` got no signing secret.',
    "Pass the endpoint's `whsec_…`. Check that its environment variable is set.",
  ],
  [
    ['webhook_secret_invalid'],
    'The value is not a signing secret.',
    "Pass the whole `secret` of the endpoint's creation, with `whsec_`.",
  ],
  [
    ['webhook_headers_missing'],
    '`webhook-id`, `webhook-timestamp` or `webhook-signature` is missing.',
    'Check whether a proxy strips headers. If not, the request is not from the service: respond 400.',
  ],
  [
    ['webhook_timestamp_invalid'],
    '`webhook-timestamp` is not a number.',
    'The request is not from the service: respond 400.',
  ],
  [
    ['webhook_timestamp_out_of_tolerance'],
    'The webhook was signed too long ago, or in the future: a replay, or a wrong clock.',
    "Set the machine's clock. Verify before you queue.",
  ],
  [
    ['webhook_signature_invalid'],
    'No signature matches.',
    'Pass the secret of this endpoint, and the raw body.',
  ],
  [
    ['webhook_payload_invalid'],
    'The body was parsed already, or is not JSON.',
    'Pass the raw body as text or bytes.',
  ],
]
