import type { UnixSeconds } from './time.ts'

/** The API's version: the date in requests, answers and the OpenAPI document. */
export const API_VERSION = '2026-09-06'

/** A decimal string such as `"0.000277"`: digits with an optional fraction, never an exponent, never a JSON number. */
export type DecimalString = string

/** A `0x`-prefixed hexadecimal string. */
export type Hex = `0x${string}`

/** A `0x`-prefixed 20-byte address. */
export type Address = `0x${string}`

export type StartMode = 'checkout' | 'merchant'
export type SessionStatus = 'open' | 'complete' | 'expired'
export type InvoiceStatus = 'paid' | 'failed'

export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'pending_start',
  'running',
  'paused',
  'past_due',
  'canceled',
  'ended',
] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const CANCEL_REASONS = [
  'merchant',
  'subscriber',
  'stopped_on_chain',
  'settlement_failed',
  'opening_lost',
  'start_timeout',
  'authorisation_expired',
  'replaced',
] as const

export type CancelReason = (typeof CANCEL_REASONS)[number]

/** Something billed at a fixed rate per second. */
export type Product = {
  id: string
  object: 'product'
  name: string
  description: string | null
  rate_usd_per_second: DecimalString
  rate_per_second_wei: DecimalString
  currency: 'ausd'
  allow_pause: boolean
  start_mode: StartMode
  active: boolean
  active_subscriptions: number
  livemode: boolean
  created: UnixSeconds
}

/** How a merchant appears to a subscriber. */
export type MerchantProfile = {
  name: string
  logo_url: string | null
  accent: string | null
  support_url: string | null
}

/** One offer of one product to one subscriber, open for 24 hours. */
export type CheckoutSession = {
  id: string
  object: 'checkout.session'
  status: SessionStatus
  livemode: boolean
  created: UnixSeconds
  expires_at: UnixSeconds
  success_url: string
  cancel_url: string
  product: Product
  merchant: MerchantProfile
  customer: string | null
  subscription: string | null
  max_duration_seconds: number | null
  max_escrow_usd: DecimalString | null
}

/** A subscriber who authorised a checkout. A wallet is one customer per merchant and mode (docs/money.md, rule 48). */
export type Customer = {
  id: string
  object: 'customer'
  email: string
  wallet_address: string
  default_payment: 'ausd'
  livemode: boolean
  created: UnixSeconds
  subscription_count: number
  total_settled_usd: DecimalString
}

/** A meter for one customer on one product. `accrued_usd` is the amount that is not settled yet. */
export type Subscription = {
  id: string
  object: 'subscription'
  status: SubscriptionStatus
  customer: string
  product: string
  checkout_session: string
  livemode: boolean
  created: UnixSeconds
  currency: 'ausd'
  rate_usd_per_second: DecimalString
  rate_per_second_wei: DecimalString
  allow_pause: boolean
  start_mode: StartMode
  max_duration_seconds: number
  max_escrow_usd: DecimalString
  started_at: UnixSeconds | null
  paused_at: UnixSeconds | null
  ended_at: UnixSeconds | null
  cancel_reason: CancelReason | null
  elapsed_seconds: number
  billed_seconds: number
  accrued_usd: DecimalString
  settled_usd: DecimalString
  refunded_usd: DecimalString
  latest_invoice: string | null
  next_settlement_at: UnixSeconds | null
  /** The subscription that this one carries on. */
  replaces: string | null
  /** The subscription that carries this one on, since that one counts. */
  replaced_by: string | null
}

/** One settlement of accrued dollars for a period. `gross` = `fee` + `net` when paid. */
export type Invoice = {
  id: string
  object: 'invoice'
  subscription: string
  customer: string
  period_start: UnixSeconds
  period_end: UnixSeconds
  seconds: number
  amount_settled: DecimalString
  gross: DecimalString
  fee: DecimalString
  net: DecimalString
  currency: 'ausd'
  status: InvoiceStatus
  tx_hash: string
  livemode: boolean
  created: UnixSeconds
}

/** A page of objects, newest first. */
export type List<T> = {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export const EVENT_TYPES = [
  'product.created',
  'product.updated',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
  'subscription.prepared',
  'subscription.started',
  'subscription.paused',
  'subscription.resumed',
  'subscription.ending',
  'subscription.canceled',
  'subscription.ended',
  'subscription.past_due',
  'invoice.paid',
  'invoice.payment_failed',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** An event, with its resource as it was then. */
export type Event = {
  id: string
  object: 'event'
  type: EventType
  livemode: boolean
  created: UnixSeconds
  data: { object: Product | CheckoutSession | Customer | Subscription | Invoice }
}

export type WebhookEndpointStatus = 'enabled' | 'disabled'

/** Where a merchant's events are sent, and which of them. */
export type WebhookEndpoint = {
  id: string
  object: 'webhook_endpoint'
  url: string
  events: EventType[]
  status: WebhookEndpointStatus
  livemode: boolean
  created: UnixSeconds
}

/** The answer to a creation or a rotation: the only ones that show the signing secret, `whsec_…`. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string }

/** `pending` until it has arrived, or was tried in vain for three days. */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'failed'

/** Why an attempt had no answer. */
export type WebhookFailure =
  | 'timeout'
  | 'address_refused'
  | 'name_unresolved'
  | 'connection_failed'
  | 'secret_unreadable'

/**
 * The delivery of one event to one webhook endpoint. `response_status` and `failure` are of the last attempt, and
 * exactly one of them is null.
 */
export type WebhookDelivery = {
  id: string
  object: 'webhook_delivery'
  event: string
  webhook_endpoint: string
  status: WebhookDeliveryStatus
  /** Since the event happened, or was last resent. */
  attempts: number
  response_status: number | null
  failure: WebhookFailure | null
  /** Null when nothing more is done, and while the endpoint is disabled. */
  next_attempt_at: UnixSeconds | null
  livemode: boolean
  created: UnixSeconds
}

/** The response to the deletion of a webhook endpoint. */
export type DeletedWebhookEndpoint = { id: string; object: 'webhook_endpoint'; deleted: true }

/** The clock of a local backend. `offset_seconds` says how far it was advanced beyond real time. */
export type TestClock = {
  object: 'test_clock'
  now: UnixSeconds
  frozen: boolean
  offset_seconds: number
}

/**
 * The chain that a session settles on. A wallet needs these fields to add it, and the element compares them before it
 * signs.
 */
export type Chain = {
  object: 'chain'
  chain_id: number
  name: string
  rpc_urls: string[]
  native_currency: { name: string; symbol: string; decimals: number }
  block_explorer_url: string | null
  token: { address: Address; name: string; version: string; symbol: string; decimals: number }
  escrow: Address
  /**
   * The CREATE2 salt of a service's own escrow, from which its address follows. It is null or absent for the escrow
   * that services share.
   */
  escrow_salt?: Hex | null
  operator: Address
  fee_recipient: Address
  fee_bps: number
  /** The least deposit that the service accepts, in AUSD. Services older than this field leave it out. */
  min_deposit_usd?: DecimalString
}

/** An EIP-4361 text to sign, single use, good until `expires_at`. */
export type SignInChallenge = {
  object: 'sign_in.challenge'
  message: string
  nonce: string
  expires_at: UnixSeconds
}

/** The request body of a sign-in to a complete session: the wallet that authorised it, on the session's chain. */
export type SignInChallengeBody = { wallet_address: Address; chain_id: number }

/** A signed challenge, byte for byte. */
export type SignInBody = { message: string; signature: Hex }

/** The response to a sign-in: a token for the session's meter. `expires_at` is the latest time at which it can end. */
export type SignIn = {
  object: 'sign_in'
  client_token: string
  expires_at: UnixSeconds
  customer: string
  session: CheckoutSession
}

/** The answer to a sign-out: this token has ended, and nothing else has changed. */
export type SignOut = { object: 'sign_out' }

/** The meter terms on the wire: uint128 as a decimal string, everything else as in the contract (docs/money.md, rule 40). */
export type WireMeterTerms = {
  payer: Address
  merchant: Address
  operator: Address
  token: Address
  fee_recipient: Address
  fee_bps: number
  rate_per_second: DecimalString
  max_seconds: number
  stop_grace: number
  open_by: UnixSeconds
  expiry: UnixSeconds
  salt: Hex
}

export type TypedDataField = { name: string; type: string }

/** The token's `ReceiveWithAuthorization`, as `eth_signTypedData_v4` takes it (EIP-712, ERC-3009). */
export type WireTypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  types: { EIP712Domain: TypedDataField[]; ReceiveWithAuthorization: TypedDataField[] }
  primaryType: 'ReceiveWithAuthorization'
  message: {
    from: Address
    to: Address
    value: DecimalString
    validAfter: DecimalString
    validBefore: DecimalString
    nonce: Hex
  }
}

/**
 * The request body of prepare. `claim` is the SHA-256, as 64 lower-case hexadecimal digits without `0x`, of 32 random
 * bytes that the page keeps. `max_duration_seconds` is the maximum duration in seconds. When the merchant fixed it, the
 * value is null, left out or equal.
 */
export type PrepareBody = {
  wallet_address: Address
  claim: string
  max_duration_seconds?: number | null
  /** The session whose meter this one carries on. */
  replaces?: string
}

/**
 * The response to prepare: exactly the data to sign, and the deadline. Prepare stores nothing: the draft exists only in
 * `draft`.
 */
export type PreparedAuthorisation = {
  object: 'authorisation'
  session: CheckoutSession
  /** Reserved: no such subscription exists before the signature is accepted. */
  subscription_id: string
  /** Opaque. The page returns it to authorise unchanged. */
  draft: string
  terms: WireMeterTerms
  typed_data: WireTypedData
  deposit_wei: DecimalString
  sign_by: UnixSeconds
}

/**
 * The operator's signed statement that a meter may be charged `to_second` seconds in all. Any account can submit it to
 * the escrow (`settleBySig`), which pays the merchant without a service.
 */
export type Statement = {
  object: 'statement'
  /** The meter's id in the escrow: the digest of its terms. */
  meter: Hex
  /** Cumulative. A later statement covers an earlier one. */
  to_second: number
  /** The operator's, over EIP-712 `Statement(bytes32 meter,uint32 toSecond)` in the escrow's domain. */
  signature: Hex
  escrow: Address
  chain_id: number
  terms: WireMeterTerms
}

/** The request body of authorise. `secret` is the claim's 32 bytes as 64 lower-case hexadecimal digits without `0x`. */
export type AuthoriseBody = { draft: string; signature: Hex; secret: string; email: string }

/**
 * The response to authorise: the opening's transaction, and a token for the meter. While `session.status` is still
 * `open`, repeat the call to wait. `expires_at` is the latest time at which the token can end: it ends 24 hours after
 * the meter does.
 */
export type Authorisation = {
  object: 'authorisation'
  session: CheckoutSession
  subscription: Subscription
  customer: string
  tx_hash: Hex
  client_token: string
  expires_at: UnixSeconds
}

/** The side that fixed a session's `max_duration_seconds`: the value of the `Billing-Cap` header of client routes. */
export type CapFixedBy = 'merchant' | 'subscriber'
