import { z } from 'zod'
import { ERROR_CODES, type ErrorCode, type ErrorEnvelope } from './errors.ts'
import {
  address,
  amount,
  bytes32,
  decimalString,
  email,
  hex,
  httpUrl,
  rate,
  storableString,
  text,
} from './schema-fields.ts'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from './time.ts'
import type {
  Authorisation,
  AuthoriseBody,
  Chain,
  CheckoutSession,
  Customer,
  DeletedWebhookEndpoint,
  Event,
  EventType,
  Invoice,
  List,
  MerchantProfile,
  PrepareBody,
  PreparedAuthorisation,
  Product,
  SignIn,
  SignInBody,
  SignInChallenge,
  SignInChallengeBody,
  SignOut,
  Statement,
  Subscription,
  TestClock,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WireMeterTerms,
  WireTypedData,
} from './types.ts'

const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 10
/** With it in the calldata an opening still fits its gas (EIP-7623). */
const MAX_SIGNATURE_BYTES = 8_192
const MAX_SIGN_IN_TEXT_CHARACTERS = 4_096
const MAX_DRAFT_CHARACTERS = 4_096
const MAX_ADVANCE_SECONDS = 315_360_000

const unixSeconds = z.int().min(0)
const anyAddress = address()
const startMode = z.enum(['checkout', 'merchant'])
const currency = z.literal('ausd')
const cap = z.int().min(MIN_DURATION_SECONDS).max(MAX_DURATION_SECONDS)

export const sessionStatusSchema = z.enum(['open', 'complete', 'expired'])
export const invoiceStatusSchema = z.enum(['paid', 'failed'])
export const subscriptionStatusSchema = z.enum([
  'incomplete',
  'incomplete_expired',
  'pending_start',
  'running',
  'paused',
  'past_due',
  'canceled',
  'ended',
])
export const eventTypeSchema = z.enum([
  'product.created',
  'product.updated',
  'checkout.session.completed',
  'checkout.session.expired',
  'customer.created',
  'subscription.prepared',
  'subscription.started',
  'subscription.paused',
  'subscription.resumed',
  'subscription.canceled',
  'subscription.ended',
  'subscription.past_due',
  'invoice.paid',
  'invoice.payment_failed',
]) satisfies z.ZodType<EventType>

export const productSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('product'),
    name: z.string(),
    description: z.string().nullable(),
    rate_usd_per_second: decimalString(),
    rate_per_second_wei: decimalString(),
    currency,
    allow_pause: z.boolean(),
    start_mode: startMode,
    active: z.boolean(),
    active_subscriptions: z.int().min(0),
    livemode: z.boolean(),
    created: unixSeconds,
  })
  .meta({ id: 'Product' }) satisfies z.ZodType<Product>

const merchantProfileSchema = z
  .strictObject({
    name: z.string(),
    logo_url: z.string().nullable(),
    accent: z.string().nullable(),
    support_url: z.string().nullable(),
  })
  .meta({ id: 'MerchantProfile' }) satisfies z.ZodType<MerchantProfile>

export const checkoutSessionSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('checkout.session'),
    status: sessionStatusSchema,
    livemode: z.boolean(),
    created: unixSeconds,
    expires_at: unixSeconds,
    success_url: z.string(),
    cancel_url: z.string(),
    product: productSchema,
    merchant: merchantProfileSchema,
    customer: z.string().nullable(),
    subscription: z.string().nullable(),
    max_duration_seconds: z.int().nullable(),
    max_escrow_usd: decimalString().nullable(),
  })
  .meta({ id: 'CheckoutSession' }) satisfies z.ZodType<CheckoutSession>

export const customerSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('customer'),
    email: z.string(),
    wallet_address: z.string(),
    default_payment: currency,
    livemode: z.boolean(),
    created: unixSeconds,
    subscription_count: z.int().min(0),
    total_settled_usd: decimalString(),
  })
  .meta({ id: 'Customer' }) satisfies z.ZodType<Customer>

export const subscriptionSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('subscription'),
    status: subscriptionStatusSchema,
    customer: z.string(),
    product: z.string(),
    checkout_session: z.string(),
    livemode: z.boolean(),
    created: unixSeconds,
    currency,
    rate_usd_per_second: decimalString(),
    rate_per_second_wei: decimalString(),
    allow_pause: z.boolean(),
    start_mode: startMode,
    max_duration_seconds: z.int(),
    max_escrow_usd: decimalString(),
    started_at: unixSeconds.nullable(),
    paused_at: unixSeconds.nullable(),
    ended_at: unixSeconds.nullable(),
    cancel_reason: z
      .enum([
        'merchant',
        'subscriber',
        'stopped_on_chain',
        'settlement_failed',
        'opening_lost',
        'start_timeout',
        'authorisation_expired',
      ])
      .nullable(),
    elapsed_seconds: z.int().min(0),
    billed_seconds: z.int().min(0),
    accrued_usd: decimalString(),
    settled_usd: decimalString(),
    refunded_usd: decimalString(),
    latest_invoice: z.string().nullable(),
    next_settlement_at: unixSeconds.nullable(),
  })
  .meta({ id: 'Subscription' }) satisfies z.ZodType<Subscription>

export const invoiceSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('invoice'),
    subscription: z.string(),
    customer: z.string(),
    period_start: unixSeconds,
    period_end: unixSeconds,
    seconds: z.int().min(0),
    amount_settled: decimalString(),
    gross: decimalString(),
    fee: decimalString(),
    net: decimalString(),
    currency,
    status: invoiceStatusSchema,
    tx_hash: z.string(),
    livemode: z.boolean(),
    created: unixSeconds,
  })
  .meta({ id: 'Invoice' }) satisfies z.ZodType<Invoice>

export const eventSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('event'),
    type: eventTypeSchema,
    livemode: z.boolean(),
    created: unixSeconds,
    data: z.strictObject({
      object: z.discriminatedUnion('object', [
        productSchema,
        checkoutSessionSchema,
        customerSchema,
        subscriptionSchema,
        invoiceSchema,
      ]),
    }),
  })
  .meta({ id: 'Event' }) satisfies z.ZodType<Event>

const webhookEndpointStatus = z.enum(['enabled', 'disabled'])

/** The secret is in no answer but those that make it. */
export const webhookEndpointSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    events: z.array(eventTypeSchema),
    status: webhookEndpointStatus,
    livemode: z.boolean(),
    created: unixSeconds,
  })
  .meta({ id: 'WebhookEndpoint' }) satisfies z.ZodType<WebhookEndpoint>

export const createdWebhookEndpointSchema = webhookEndpointSchema
  .extend({ secret: z.string() })
  .meta({ id: 'WebhookEndpointWithSecret' }) satisfies z.ZodType<WebhookEndpointWithSecret>

/** Has the new secret when the update rotated it. */
export const updatedWebhookEndpointSchema = webhookEndpointSchema
  .extend({ secret: z.string().exactOptional() })
  .meta({ id: 'UpdatedWebhookEndpoint' }) satisfies z.ZodType<WebhookEndpoint | WebhookEndpointWithSecret>

export const deletedWebhookEndpointSchema = z
  .strictObject({ id: z.string(), object: z.literal('webhook_endpoint'), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhookEndpoint' }) satisfies z.ZodType<DeletedWebhookEndpoint>

export const webhookDeliverySchema = z
  .strictObject({
    id: z.string(),
    object: z.literal('webhook_delivery'),
    event: z.string(),
    webhook_endpoint: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int().min(0),
    response_status: z.int().nullable(),
    failure: z
      .enum(['timeout', 'address_refused', 'name_unresolved', 'connection_failed', 'secret_unreadable'])
      .nullable(),
    next_attempt_at: unixSeconds.nullable(),
    livemode: z.boolean(),
    created: unixSeconds,
  })
  .meta({ id: 'WebhookDelivery' }) satisfies z.ZodType<WebhookDelivery>

export const testClockSchema = z
  .strictObject({
    object: z.literal('test_clock'),
    now: unixSeconds,
    frozen: z.boolean(),
    offset_seconds: z.int(),
  })
  .meta({ id: 'TestClock' }) satisfies z.ZodType<TestClock>

/** The envelope of a page. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    url: z.string(),
  }) satisfies z.ZodType<List<unknown>>
}

/** Every answer that is an error. */
export const errorEnvelopeSchema = z
  .strictObject({
    error: z.strictObject({
      type: z.enum([
        'authentication_error',
        'invalid_request_error',
        'not_found',
        'idempotency_error',
        'rate_limit_error',
        'api_error',
      ]),
      message: z.string(),
      code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).exactOptional(),
      param: z.string().exactOptional(),
    }),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorEnvelope>

export const chainSchema = z
  .strictObject({
    object: z.literal('chain'),
    chain_id: z.int().min(1),
    name: z.string(),
    rpc_urls: z.array(z.string()),
    native_currency: z.strictObject({ name: z.string(), symbol: z.string(), decimals: z.int() }),
    block_explorer_url: z.string().nullable(),
    token: z.strictObject({
      address: anyAddress,
      name: z.string(),
      version: z.string(),
      symbol: z.string(),
      decimals: z.int(),
    }),
    escrow: anyAddress,
    escrow_salt: hex(32).nullable(),
    operator: anyAddress,
    fee_recipient: anyAddress,
    fee_bps: z.int().min(0),
    min_deposit_usd: decimalString(),
  })
  .meta({ id: 'Chain' }) satisfies z.ZodType<Chain>

export const signInChallengeSchema = z
  .strictObject({
    object: z.literal('sign_in.challenge'),
    message: z.string(),
    nonce: z.string(),
    expires_at: unixSeconds,
  })
  .meta({ id: 'SignInChallenge' }) satisfies z.ZodType<SignInChallenge>

export const signInSchema = z
  .strictObject({
    object: z.literal('sign_in'),
    client_token: z.string(),
    expires_at: unixSeconds,
    customer: z.string(),
    session: checkoutSessionSchema,
  })
  .meta({ id: 'SignIn' }) satisfies z.ZodType<SignIn>

export const signOutSchema = z
  .strictObject({ object: z.literal('sign_out') })
  .meta({ id: 'SignOut' }) satisfies z.ZodType<SignOut>

const meterTermsSchema = z
  .strictObject({
    payer: anyAddress,
    merchant: anyAddress,
    operator: anyAddress,
    token: anyAddress,
    fee_recipient: anyAddress,
    fee_bps: z.int().min(0),
    rate_per_second: z.string().regex(/^\d+$/),
    max_seconds: z.int(),
    stop_grace: z.int().min(0),
    open_by: unixSeconds,
    expiry: unixSeconds,
    salt: hex(32),
  })
  .meta({ id: 'MeterTerms' }) satisfies z.ZodType<WireMeterTerms>

export const statementSchema = z
  .strictObject({
    object: z.literal('statement'),
    meter: hex(32),
    to_second: z.int().min(0),
    signature: hex(65),
    escrow: anyAddress,
    chain_id: z.int().min(1),
    terms: meterTermsSchema,
  })
  .meta({ id: 'Statement' }) satisfies z.ZodType<Statement>

const typedDataFields = z.array(z.strictObject({ name: z.string(), type: z.string() }))

const typedDataSchema = z
  .strictObject({
    domain: z.strictObject({
      name: z.string(),
      version: z.string(),
      chainId: z.int().min(1),
      verifyingContract: anyAddress,
    }),
    types: z.strictObject({ EIP712Domain: typedDataFields, ReceiveWithAuthorization: typedDataFields }),
    primaryType: z.literal('ReceiveWithAuthorization'),
    message: z.strictObject({
      from: anyAddress,
      to: anyAddress,
      value: z.string().regex(/^\d+$/),
      validAfter: z.string().regex(/^\d+$/),
      validBefore: z.string().regex(/^\d+$/),
      nonce: hex(32),
    }),
  })
  .meta({ id: 'TypedData' }) satisfies z.ZodType<WireTypedData>

export const preparedAuthorisationSchema = z
  .strictObject({
    object: z.literal('authorisation'),
    session: checkoutSessionSchema,
    subscription_id: z.string(),
    draft: z.string(),
    terms: meterTermsSchema,
    typed_data: typedDataSchema,
    deposit_wei: z.string().regex(/^\d+$/),
    sign_by: unixSeconds,
  })
  .meta({ id: 'PreparedAuthorisation' }) satisfies z.ZodType<PreparedAuthorisation>

export const authorisationSchema = z
  .strictObject({
    object: z.literal('authorisation'),
    session: checkoutSessionSchema,
    subscription: subscriptionSchema,
    customer: z.string(),
    tx_hash: hex(32),
    client_token: z.string(),
    expires_at: unixSeconds,
  })
  .meta({ id: 'Authorisation' }) satisfies z.ZodType<Authorisation>

/** Actions take no body or `{}`. */
export const emptyBodySchema = z.strictObject({})

/** Operations without query parameters refuse any. */
export const emptyQuerySchema = z.strictObject({})

export const createProductBodySchema = z.strictObject({
  name: text(1, 200),
  rate_usd_per_second: rate(),
  description: text(0, 1000).optional(),
  allow_pause: z.boolean().default(false),
  start_mode: startMode.default('checkout'),
})

export const updateProductBodySchema = z.strictObject({
  name: text(1, 200).optional(),
  description: text(0, 1000).optional(),
  active: z.boolean().optional(),
})

export const createSessionBodySchema = z.strictObject({
  product: storableString(),
  success_url: httpUrl(),
  cancel_url: httpUrl(),
  max_duration_seconds: cap.nullable().optional(),
})

const pageFields = {
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  starting_after: storableString().optional(),
  ending_before: storableString().optional(),
}

function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...pageFields, ...filters }).refine(
    query => {
      const cursors: { starting_after?: unknown; ending_before?: unknown } = query
      return cursors.starting_after === undefined || cursors.ending_before === undefined
    },
    {
      path: ['ending_before'],
      params: { code: 'parameter_invalid' },
      error: 'cannot be combined with starting_after',
    },
  )
}

export const listProductsQuerySchema = pageQuery({})
export const listSessionsQuerySchema = pageQuery({
  status: sessionStatusSchema.optional(),
  customer: storableString().optional(),
  product: storableString().optional(),
})
/** Both must fit exactly; the case of an address does not matter. */
export const listCustomersQuerySchema = pageQuery({
  email: storableString().optional(),
  wallet_address: anyAddress.optional(),
})
export const listSubscriptionsQuerySchema = pageQuery({
  status: subscriptionStatusSchema.optional(),
  customer: storableString().optional(),
  product: storableString().optional(),
})
/** Both bounds of the period are inclusive. */
export const listInvoicesQuerySchema = pageQuery({
  'period_end[gte]': unixSeconds.optional(),
  'period_end[lte]': unixSeconds.optional(),
  status: invoiceStatusSchema.optional(),
  customer: storableString().optional(),
  subscription: storableString().optional(),
})
export const listEventsQuerySchema = pageQuery({ type: eventTypeSchema.optional() })

export const resendEventBodySchema = z.strictObject({ webhook_endpoint: storableString() })

export const listWebhookEndpointsQuerySchema = pageQuery({})

const subscribedEvents = z
  .array(eventTypeSchema)
  .min(1)
  .max(eventTypeSchema.options.length)
  .refine(types => new Set(types).size === types.length, {
    params: { code: 'parameter_invalid' },
    error: 'must not name an event type twice',
  })
  .meta({ uniqueItems: true })

/** Without `events` every type is sent, also those that later versions add. */
export const createWebhookEndpointBodySchema = z.strictObject({
  url: httpUrl(),
  events: subscribedEvents.optional(),
})

/** `rotate_secret` makes a new secret, shown in this answer only; the old one signs beside it for 24 hours. */
export const updateWebhookEndpointBodySchema = z.strictObject({
  url: httpUrl().optional(),
  events: subscribedEvents.optional(),
  status: webhookEndpointStatus.optional(),
  rotate_secret: z.boolean().optional(),
})

export const setClockBodySchema = z.strictObject({ frozen: z.boolean() })
export const advanceClockBodySchema = z.strictObject({ seconds: z.int().min(1).max(MAX_ADVANCE_SECONDS) })

export const signInChallengeBodySchema = z.strictObject({
  wallet_address: anyAddress,
  chain_id: z.int().min(1),
}) satisfies z.ZodType<SignInChallengeBody>
export const signInBodySchema = z.strictObject({
  message: text(1, MAX_SIGN_IN_TEXT_CHARACTERS),
  signature: hex(MAX_SIGNATURE_BYTES),
}) satisfies z.ZodType<SignInBody>
export const prepareBodySchema = z.strictObject({
  wallet_address: anyAddress,
  claim: bytes32(),
  max_duration_seconds: cap.nullable().exactOptional(),
}) satisfies z.ZodType<PrepareBody>
export const authoriseBodySchema = z.strictObject({
  draft: text(1, MAX_DRAFT_CHARACTERS),
  signature: hex(MAX_SIGNATURE_BYTES),
  secret: bytes32(),
  email: email(),
}) satisfies z.ZodType<AuthoriseBody>

const MAX_FAULTS = 1_000_000

/** Local mode: a fresh merchant, for tests that run in parallel. */
export const localMerchantBodySchema = z.strictObject({
  name: text(1, 200).optional(),
  logo_url: httpUrl().optional(),
  accent: text(1, 64).optional(),
  support_url: httpUrl().optional(),
  payout_address: anyAddress.optional(),
})
export const localMerchantSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  payout_address: anyAddress,
  test_key: z.string(),
  live_key: z.string(),
})

/** Local mode: test AUSD for a wallet; whole AUSD, at most six fraction digits, no cap. No coin for gas unless `native` is true. */
export const faucetBodySchema = z.strictObject({
  wallet_address: anyAddress,
  amount: amount(),
  native: z.boolean().optional(),
})
export const faucetSchema = z.strictObject({ tx_hash: hex(32) })

/** Local mode: the next `count` matching calls fail in this way; 0 clears the kind. */
export const faultBodySchema = z.strictObject({
  kind: z.enum(['rate_limit', 'server_error', 'timeout', 'lost_response', 'token_paused']),
  count: z.int().min(0).max(MAX_FAULTS),
  path: text(1, 2048).regex(/^\//, 'must begin with "/"').optional(),
  merchant: storableString().optional(),
})
export const faultSchema = z.strictObject({
  kind: faultBodySchema.shape.kind,
  count: z.int().min(0),
  path: z.string().nullable(),
  merchant: z.string().nullable(),
})
