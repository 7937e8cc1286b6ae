import { z } from 'zod'
import { ERROR_CODES, ERROR_STATUS, type ErrorCode, type ErrorEnvelope, type ErrorType } from './errors.ts'
import {
  address,
  amount,
  bytes32,
  colour,
  decimalString,
  email,
  hex,
  httpUrl,
  oneLine,
  rate,
  storableString,
  text,
} from './schema-fields.ts'
import { MAX_DURATION_SECONDS, MIN_DURATION_SECONDS } from './time.ts'
import {
  type Authorisation,
  type AuthoriseBody,
  CANCEL_REASONS,
  type Chain,
  type CheckoutSession,
  type Customer,
  type DeletedWebhookEndpoint,
  EVENT_TYPES,
  type Event,
  type Invoice,
  type List,
  type MerchantProfile,
  type PrepareBody,
  type PreparedAuthorisation,
  type Product,
  type SignIn,
  type SignInBody,
  type SignInChallenge,
  type SignInChallengeBody,
  type SignOut,
  type Statement,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type TestClock,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
  type WireMeterTerms,
  type WireTypedData,
} from './types.ts'

const MAX_PAGE_SIZE = 100
const DEFAULT_PAGE_SIZE = 10
/** With it in the calldata an opening still fits its gas (EIP-7623). */
const MAX_SIGNATURE_BYTES = 8_192
const MAX_SIGN_IN_TEXT_CHARACTERS = 4_096
const MAX_DRAFT_CHARACTERS = 4_096
const MAX_ADVANCE_SECONDS = 315_360_000

const string = z.string()
const nullableString = string.nullable()
const digits = string.regex(/^\d+$/)
const boolean = z.boolean()
const count = z.int().min(0)
const unixSeconds = z.int().min(0)
/** An instant to search for, the end of the year 9999 too. Milliseconds, as `Date.now()` gives them, would find nothing and say nothing. */
const searchedSeconds = unixSeconds.refine(value => value < 1_000_000_000_000, {
  params: { code: 'parameter_out_of_range' },
  error: 'must be in unix seconds; this number looks like milliseconds',
})
const anyAddress = address()
const cap = z
  .int()
  .min(MIN_DURATION_SECONDS)
  .max(MAX_DURATION_SECONDS)
  .nullable()
  .describe(
    'The maximum duration: 60 to 2,592,000 seconds (30 days). If it is omitted or null, the subscriber chooses.',
  )

function kind<Name extends string>(name: Name) {
  return z.literal(name).describe('The kind of this object.')
}

const id = string.describe('Unique id. Ids sort by creation.')
const RATE =
  'Price of one second in USD, a decimal string such as `"0.000277"`, echoed as it was sent. At most 15 integer and 18 fraction digits. Never a JSON number.'
const rateUsdPerSecond = decimalString().describe(RATE)
const ratePerSecondWei = decimalString().describe(
  'The same rate in base units of the token (6 decimals), exact: `"277"`, or with a fraction such as `"3.85"` for finer rates.',
)
const currency = z.literal('ausd').describe('Always `ausd`: Agora’s dollar token with 6 decimals.')
const startMode = z
  .enum(['checkout', 'merchant'])
  .describe(
    '`checkout`: the meter starts when the subscriber authorises. `merchant`: it waits for `POST /v1/subscriptions/{id}/start`.',
  )
const livemode = boolean.describe('True if a live key created it, false if a test key did.')
const created = unixSeconds.describe('Creation time, in unix seconds.')
const customer = string.describe('Id of the customer.')
const chainId = z.int().min(1).describe('EIP-155 chain id.')
const clientToken = string.describe(
  'Bearer token: reads, pauses, resumes and cancels this one meter. It ends 24 hours after the meter does, or with sign out.',
)
const expiresAt = unixSeconds.describe(
  'The latest instant until which the token can last, in unix seconds: it ends 24 hours after the meter does.',
)
const WALLET = 'The wallet that pays: 20 bytes in hexadecimal. Capitals, when mixed, must fit EIP-55.'
const walletAddress = anyAddress.describe(WALLET)
const signature = hex(MAX_SIGNATURE_BYTES).describe(
  'Signature in hexadecimal: 65 bytes of a plain key, or a contract wallet’s own form (ERC-1271, ERC-6492).',
)

export const sessionStatusSchema = z.enum(['open', 'complete', 'expired'])
export const invoiceStatusSchema = z.enum(['paid', 'failed'])
export const subscriptionStatusSchema = z.enum(SUBSCRIPTION_STATUSES)
export const eventTypeSchema = z.enum(EVENT_TYPES)

export const productSchema = z
  .strictObject({
    id,
    object: kind('product'),
    name: string.describe('Name, 1 to 200 characters, shown to the subscriber.'),
    description: nullableString.describe('At most 1000 characters.'),
    rate_usd_per_second: rateUsdPerSecond,
    rate_per_second_wei: ratePerSecondWei,
    currency,
    allow_pause: boolean.describe('Whether meters of this product may be paused.'),
    start_mode: startMode,
    active: boolean.describe('Whether new checkouts may use it. Running meters continue.'),
    active_subscriptions: count.describe('Meters of this product that are running, paused or past due.'),
    livemode,
    created,
  })
  .meta({ id: 'Product' }) satisfies z.ZodType<Product>

const merchantProfileSchema = z
  .strictObject({
    name: string.describe('The merchant’s name.'),
    logo_url: nullableString.describe('Address of the logo.'),
    accent: nullableString.describe('The merchant’s colour.'),
    support_url: nullableString.describe('Where a subscriber finds help.'),
  })
  .meta({ id: 'MerchantProfile' }) satisfies z.ZodType<MerchantProfile>

const SUCCESS_URL =
  'The page to open after the authorisation. Absolute http(s), at most 2048 characters, no user name or password. The element replaces `{CHECKOUT_SESSION_ID}`.'
const CANCEL_URL = 'The page to open after Cancel. Same rules as `success_url`.'

export const checkoutSessionSchema = z
  .strictObject({
    id,
    object: kind('checkout.session'),
    status: sessionStatusSchema.describe(
      '`open` until the subscriber has authorised (`complete`) or 24 hours have passed or it was expired (`expired`).',
    ),
    livemode,
    created,
    expires_at: unixSeconds.describe('When the session expires: 24 hours after creation, in unix seconds.'),
    success_url: string.describe(SUCCESS_URL),
    cancel_url: string.describe(CANCEL_URL),
    product: productSchema.describe('The whole product as it is now.'),
    merchant: merchantProfileSchema.describe('How the merchant appears to the subscriber.'),
    customer: nullableString.describe(
      'Id of the customer, once an authorisation is accepted. Null again if its opening fails.',
    ),
    subscription: nullableString.describe(
      'Id of the subscription, once an authorisation is accepted. Null again if its opening fails. Retrieve it for its status.',
    ),
    max_duration_seconds: z
      .int()
      .nullable()
      .describe('The cap in seconds, or null until the subscriber has authorised one.'),
    max_escrow_usd: decimalString()
      .nullable()
      .describe('The most that can ever be charged: rate × cap, exact.'),
  })
  .meta({ id: 'CheckoutSession' }) satisfies z.ZodType<CheckoutSession>

export const customerSchema = z
  .strictObject({
    id,
    object: kind('customer'),
    email: string.describe('E-mail address as the subscriber gave it. Not verified.'),
    wallet_address: string.describe(WALLET),
    default_payment: currency.describe('Always `ausd`.'),
    livemode,
    created,
    subscription_count: count.describe('Subscriptions this customer has authorised.'),
    total_settled_usd: decimalString().describe('Everything this customer has paid, in USD.'),
  })
  .meta({ id: 'Customer' }) satisfies z.ZodType<Customer>

export const subscriptionSchema = z
  .strictObject({
    id,
    object: kind('subscription'),
    status: subscriptionStatusSchema.describe(
      '`incomplete`: authorised, its opening is on the way to the chain. `pending_start`: waits for the merchant. `running`, `paused`: the meter. `past_due`: a settlement was refused and is tried again. `ended`: the cap was reached. `canceled`: see `cancel_reason`. `incomplete_expired`: its opening failed.',
    ),
    customer,
    product: string.describe('Id of the product.'),
    checkout_session: string.describe('Id of the checkout session it came from.'),
    livemode,
    created,
    currency,
    rate_usd_per_second: rateUsdPerSecond,
    rate_per_second_wei: ratePerSecondWei,
    allow_pause: boolean.describe('Whether meters of this product may be paused.'),
    start_mode: startMode,
    max_duration_seconds: z
      .int()
      .describe('The cap in seconds. The meter ends by itself when it is reached.'),
    max_escrow_usd: decimalString().describe('The most that can ever be charged: rate × cap, exact.'),
    started_at: unixSeconds.nullable().describe('When the meter began, in unix seconds.'),
    paused_at: unixSeconds
      .nullable()
      .describe('Start of the present pause, in unix seconds. Null without a pause.'),
    ended_at: unixSeconds.nullable().describe('When the meter ended, in unix seconds.'),
    cancel_reason: z.enum(CANCEL_REASONS).nullable().describe('Why it is `canceled`.'),
    elapsed_seconds: count.describe(
      'Seconds on the meter up to now, without pauses, never more than the cap.',
    ),
    billed_seconds: count.describe('Seconds up to the last paid invoice.'),
    accrued_usd: decimalString().describe('Amount due and not settled yet, in USD.'),
    settled_usd: decimalString().describe('Amount settled on-chain so far, in USD, fee included.'),
    refunded_usd: decimalString().describe('Amount refunded to the subscriber at the end, in USD.'),
    latest_invoice: nullableString.describe('Id of the newest invoice.'),
    next_settlement_at: unixSeconds
      .nullable()
      .describe(
        'Time of the next settlement, in unix seconds. A settlement below the service’s minimum is carried to the next one.',
      ),
    replaces: nullableString.describe(
      'Id of the subscription that this one carries on. Null if it carries on none.',
    ),
    replaced_by: nullableString.describe('Id of the subscription that has carried this one on.'),
  })
  .meta({ id: 'Subscription' }) satisfies z.ZodType<Subscription>

export const invoiceSchema = z
  .strictObject({
    id,
    object: kind('invoice'),
    subscription: string.describe('Id of the subscription.'),
    customer,
    period_start: unixSeconds.describe('Start of the billed period, in unix seconds.'),
    period_end: unixSeconds.describe(
      'End of the billed period and time of the settlement, in unix seconds. List filters compare this.',
    ),
    seconds: count.describe('Billed seconds of this period.'),
    amount_settled: decimalString().describe(
      'Amount settled on-chain, in USD: `gross` when paid, `"0"` when failed.',
    ),
    gross: decimalString().describe('Amount due for the period, in USD. `fee` + `net` when paid.'),
    fee: decimalString().describe('The service’s part, in USD.'),
    net: decimalString().describe('The merchant’s part, in USD.'),
    currency,
    status: invoiceStatusSchema.describe(
      '`paid` on chain, or `failed`: refused, tried again, and `paid` later with the same id.',
    ),
    tx_hash: string.describe('Hash of the settlement. `""` if the failure left none.'),
    livemode,
    created,
  })
  .meta({ id: 'Invoice' }) satisfies z.ZodType<Invoice>

export const eventSchema = z
  .strictObject({
    id,
    object: kind('event'),
    type: eventTypeSchema.describe('The type of the event.'),
    livemode,
    created,
    data: z
      .strictObject({
        object: z
          .discriminatedUnion('object', [
            productSchema,
            checkoutSessionSchema,
            customerSchema,
            subscriptionSchema,
            invoiceSchema,
          ])
          .describe('The resource, whole, as it was when the event happened.'),
      })
      .describe('The object of the event.'),
  })
  .meta({ id: 'Event' }) satisfies z.ZodType<Event>

const webhookEndpointStatus = z.enum(['enabled', 'disabled'])

/** The secret is in no answer but those that make it. */
export const webhookEndpointSchema = z
  .strictObject({
    id,
    object: kind('webhook_endpoint'),
    url: string.describe('Where events are delivered.'),
    events: z.array(eventTypeSchema).describe('Event types that are delivered.'),
    status: webhookEndpointStatus.describe('`enabled`, or `disabled`.'),
    livemode,
    created,
  })
  .meta({ id: 'WebhookEndpoint' }) satisfies z.ZodType<WebhookEndpoint>

export const createdWebhookEndpointSchema = webhookEndpointSchema
  .extend({
    secret: string.describe(
      'The signing secret of deliveries (`whsec_…`). Only in the response that created it: creation, or `rotate_secret`.',
    ),
  })
  .meta({ id: 'WebhookEndpointWithSecret' }) satisfies z.ZodType<WebhookEndpointWithSecret>

/** Has the new secret when the update rotated it. */
export const updatedWebhookEndpointSchema = webhookEndpointSchema
  .extend({
    secret: createdWebhookEndpointSchema.shape.secret.exactOptional(),
  })
  .meta({ id: 'UpdatedWebhookEndpoint' }) satisfies z.ZodType<WebhookEndpoint | WebhookEndpointWithSecret>

export const deletedWebhookEndpointSchema = z
  .strictObject({ id, object: kind('webhook_endpoint'), deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedWebhookEndpoint' }) satisfies z.ZodType<DeletedWebhookEndpoint>

export const webhookDeliverySchema = z
  .strictObject({
    id,
    object: kind('webhook_delivery'),
    event: string.describe('Id of the event.'),
    webhook_endpoint: string.describe('Id of the webhook endpoint.'),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .describe(
        '`pending` until it has arrived (`delivered`), or was tried in vain for three days (`failed`).',
      ),
    attempts: count.describe('How often it was sent since then.'),
    response_status: z.int().nullable().describe('The HTTP status of the last response.'),
    failure: z
      .enum(['timeout', 'address_refused', 'name_unresolved', 'connection_failed', 'secret_unreadable'])
      .nullable()
      .describe(
        'Why the last attempt had no response: `timeout` (10 seconds), `address_refused` (not a public address, or a port that is not allowed), `name_unresolved`, `connection_failed`, `secret_unreadable` (a fault of the service: notify its operator).',
      ),
    next_attempt_at: unixSeconds
      .nullable()
      .describe(
        'Time of the next attempt, in unix seconds. Null if there is none, and while the endpoint is disabled.',
      ),
    livemode,
    created: unixSeconds.describe('When the event happened or was last resent here, in unix seconds.'),
  })
  .meta({ id: 'WebhookDelivery' }) satisfies z.ZodType<WebhookDelivery>

export const testClockSchema = z
  .strictObject({
    object: kind('test_clock'),
    now: unixSeconds.describe('The service’s time, in unix seconds.'),
    frozen: boolean.describe('Whether the clock is frozen.'),
    offset_seconds: z.int().describe('How far the clock is ahead of real time.'),
  })
  .meta({ id: 'TestClock' }) satisfies z.ZodType<TestClock>

/** The envelope of a page. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    object: kind('list'),
    data: z.array(item).describe('The objects of this page.'),
    has_more: boolean.describe('Whether there are further objects in the direction of paging.'),
    url: string.describe('Path of this list.'),
  }) satisfies z.ZodType<List<unknown>>
}

/** Every answer that is an error. */
export const errorEnvelopeSchema = z
  .strictObject({
    error: z
      .strictObject({
        type: z
          .enum(Object.keys(ERROR_STATUS) as [ErrorType, ...ErrorType[]])
          .describe('One of six types. Each has one HTTP status.'),
        message: string.describe('A sentence for people. It may change, so do not compare it.'),
        code: z
          .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
          .exactOptional()
          .describe('Machine-readable reason. Compare this.'),
        param: z
          .string()
          .exactOptional()
          .describe('The field, parameter or header at fault, when there is one.'),
      })
      .describe('The error.'),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorEnvelope>

const domainOfToken = {
  name: string.describe('EIP-712 domain name.'),
  version: string.describe('EIP-712 domain version.'),
}

export const chainSchema = z
  .strictObject({
    object: kind('chain'),
    chain_id: chainId,
    name: string.describe('Name of the chain.'),
    rpc_urls: z.array(z.string()).describe('Public RPC addresses, as `wallet_addEthereumChain` takes them.'),
    native_currency: z
      .strictObject({
        name: string.describe('Its name.'),
        symbol: string.describe('Ticker symbol.'),
        decimals: z.int().describe('Decimals of the smallest unit.'),
      })
      .describe('The chain’s own currency, as `wallet_addEthereumChain` takes it.'),
    block_explorer_url: nullableString.describe('A block explorer for this chain.'),
    token: z
      .strictObject({
        address: anyAddress.describe('Contract address.'),
        ...domainOfToken,
        symbol: string.describe('Ticker symbol.'),
        decimals: z.int().describe('Decimals of the smallest unit.'),
      })
      .describe('The token that pays.'),
    escrow: anyAddress.describe('Address of the escrow contract.'),
    escrow_salt: hex(32)
      .nullable()
      .describe(
        'CREATE2 salt of a service’s own escrow, which determines its address. Null for the shared escrow.',
      ),
    operator: anyAddress.describe('The account that settles. Only this account may open, settle and close.'),
    fee_recipient: anyAddress.describe('Where fees go.'),
    fee_bps: count.describe('Fee in basis points of every settlement.'),
    min_deposit_usd: decimalString().describe(
      'The least deposit that this service accepts, in AUSD: the maximum charge of a meter reaches it.',
    ),
  })
  .meta({ id: 'Chain' }) satisfies z.ZodType<Chain>

export const signInChallengeSchema = z
  .strictObject({
    object: kind('sign_in.challenge'),
    message: string.describe('The EIP-4361 text to sign, for the calling page (its `Origin`).'),
    nonce: string.describe('Single-use number of this text.'),
    expires_at: unixSeconds.describe('When it ends, in unix seconds.'),
  })
  .meta({ id: 'SignInChallenge' }) satisfies z.ZodType<SignInChallenge>

export const signInSchema = z
  .strictObject({
    object: kind('sign_in'),
    client_token: clientToken,
    expires_at: expiresAt,
    customer,
    session: checkoutSessionSchema.describe('The whole checkout session.'),
  })
  .meta({ id: 'SignIn' }) satisfies z.ZodType<SignIn>

export const signOutSchema = z
  .strictObject({ object: kind('sign_out') })
  .meta({ id: 'SignOut' }) satisfies z.ZodType<SignOut>

const meterTermsSchema = z
  .strictObject({
    payer: anyAddress.describe('The subscriber’s wallet.'),
    merchant: anyAddress.describe('Where the merchant is paid.'),
    operator: anyAddress.describe('The account that settles. Only this account may open, settle and close.'),
    token: anyAddress.describe('Address of the token.'),
    fee_recipient: anyAddress.describe('Where fees go.'),
    fee_bps: count.describe('Fee in basis points of every settlement.'),
    rate_per_second: digits.describe('Rate in 1e-18 AUSD per second, a decimal string.'),
    max_seconds: z.int().describe('The cap in seconds.'),
    stop_grace: count.describe(
      'Seconds after the payer’s on-chain stop until any account may return the remainder to the payer.',
    ),
    open_by: unixSeconds.describe('Until when the escrow can be opened, in unix seconds.'),
    expiry: unixSeconds.describe(
      'The time from which the remainder can be reclaimed for the payer, in unix seconds.',
    ),
    salt: hex(32).describe('keccak256 of the ids of session and subscription with a colon between.'),
  })
  .meta({ id: 'MeterTerms' }) satisfies z.ZodType<WireMeterTerms>

export const statementSchema = z
  .strictObject({
    object: kind('statement'),
    meter: hex(32).describe('The meter’s id in the escrow: the digest of its terms.'),
    to_second: count.describe(
      'Seconds that the meter may be charged in all. A later statement covers an earlier one.',
    ),
    signature: hex(65).describe(
      'The operator’s, over EIP-712 `Statement(bytes32 meter,uint32 toSecond)` in the escrow’s domain.',
    ),
    escrow: anyAddress.describe('The escrow to bring it to.'),
    chain_id: chainId,
    terms: meterTermsSchema.describe('The meter’s terms, which the escrow is given with it.'),
  })
  .meta({ id: 'Statement' }) satisfies z.ZodType<Statement>

const typedDataFields = z.array(
  z.strictObject({
    name: string.describe('Name of the field.'),
    type: string.describe('Its EIP-712 type.'),
  }),
)

const typedDataSchema = z
  .strictObject({
    domain: z
      .strictObject({
        ...domainOfToken,
        chainId,
        verifyingContract: anyAddress.describe('The token.'),
      })
      .describe('EIP-712 domain of the token.'),
    types: z
      .strictObject({
        EIP712Domain: typedDataFields.describe('Fields of the domain.'),
        ReceiveWithAuthorization: typedDataFields.describe('Fields of the message (ERC-3009).'),
      })
      .describe('EIP-712 types.'),
    primaryType: z.literal('ReceiveWithAuthorization').describe('EIP-712 primary type.'),
    message: z
      .strictObject({
        from: anyAddress.describe('The payer.'),
        to: anyAddress.describe('The escrow.'),
        value: digits.describe('The deposit in base units.'),
        validAfter: digits.describe('Always `"0"`.'),
        validBefore: digits.describe('`open_by`.'),
        nonce: hex(32).describe('EIP-712 digest of the terms: one signature binds them all.'),
      })
      .describe('The signed terms.'),
  })
  .meta({ id: 'TypedData' }) satisfies z.ZodType<WireTypedData>

export const preparedAuthorisationSchema = z
  .strictObject({
    object: kind('authorisation'),
    session: checkoutSessionSchema.describe('The whole checkout session. It knows nothing of this draft.'),
    subscription_id: string.describe(
      'Reserved id: no such subscription exists before the signature is accepted.',
    ),
    draft: string.describe('Opaque. Pass it to authorise unchanged.'),
    terms: meterTermsSchema.describe('Everything the signature binds.'),
    typed_data: typedDataSchema.describe(
      'Typed data for `eth_signTypedData_v4`: the token’s `ReceiveWithAuthorization`.',
    ),
    deposit_wei: digits.describe('The deposit, in base units: the maximum charge, rounded up.'),
    sign_by: unixSeconds.describe('Deadline for submitting the signature, in unix seconds.'),
  })
  .meta({ id: 'PreparedAuthorisation' }) satisfies z.ZodType<PreparedAuthorisation>

export const authorisationSchema = z
  .strictObject({
    object: kind('authorisation'),
    session: checkoutSessionSchema.describe('The whole checkout session.'),
    subscription: subscriptionSchema.describe('The whole subscription.'),
    customer,
    tx_hash: hex(32).describe(
      'The transaction that opens the meter. While `session.status` is `open`, repeat the call to wait.',
    ),
    client_token: clientToken,
    expires_at: expiresAt,
  })
  .meta({ id: 'Authorisation' }) satisfies z.ZodType<Authorisation>

/** Actions take no body or `{}`. */
export const emptyBodySchema = z.strictObject({})

/** Operations without query parameters refuse any. */
export const emptyQuerySchema = z.strictObject({})

export const createProductBodySchema = z.strictObject({
  name: text(1, 200).describe('Name, 1 to 200 characters, shown to the subscriber.'),
  rate_usd_per_second: rate().describe(RATE),
  description: text(0, 1000).optional().describe('At most 1000 characters.'),
  allow_pause: z.boolean().default(false).describe('Whether meters of this product may be paused.'),
  start_mode: startMode.default('checkout'),
})

export const updateProductBodySchema = z.strictObject({
  name: createProductBodySchema.shape.name.optional(),
  description: createProductBodySchema.shape.description,
  active: z.boolean().optional().describe('Whether new checkouts may use it. Running meters continue.'),
})

export const createSessionBodySchema = z.strictObject({
  product: storableString().describe('Id of the product.'),
  success_url: httpUrl().describe(SUCCESS_URL),
  cancel_url: httpUrl().describe(CANCEL_URL),
  max_duration_seconds: cap.optional(),
})

const pageFields = {
  limit: z
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .describe('Objects on a page, 1 to 100.'),
  starting_after: storableString()
    .optional()
    .describe(
      'Id of the last object of the page before: continues with older ones. Not together with `ending_before`.',
    ),
  ending_before: storableString()
    .optional()
    .describe(
      'Id of the first object of the current page: returns newer objects. Not together with `starting_after`.',
    ),
}

function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...pageFields, ...filters }).refine(
    query => {
      const cursors: { starting_after?: unknown; ending_before?: unknown } = query
      return cursors.starting_after === undefined || cursors.ending_before === undefined
    },
    {
      path: ['ending_before'],
      error: 'cannot be combined with starting_after',
    },
  )
}

const filters = {
  customer: storableString().optional().describe('Id of the customer.'),
  product: storableString().optional().describe('Id of the product.'),
}

export const listProductsQuerySchema = pageQuery({})
export const listSessionsQuerySchema = pageQuery({
  status: sessionStatusSchema.optional().describe('The status.'),
  ...filters,
})
/** Both must match exactly, except for the case of an address. */
export const listCustomersQuerySchema = pageQuery({
  email: storableString().optional().describe('E-mail address as the subscriber gave it. Not verified.'),
  wallet_address: walletAddress.optional(),
})
export const listSubscriptionsQuerySchema = pageQuery({
  status: subscriptionStatusSchema.optional().describe('The status.'),
  ...filters,
})
/** Both bounds of the period are inclusive. */
export const listInvoicesQuerySchema = pageQuery({
  'period_end[gte]': searchedSeconds
    .optional()
    .describe('Only invoices settled at this time or later, in unix seconds, inclusive.'),
  'period_end[lte]': searchedSeconds
    .optional()
    .describe('Only invoices settled at this time or earlier, in unix seconds, inclusive.'),
  status: invoiceStatusSchema.optional().describe('The status.'),
  customer: filters.customer,
  subscription: storableString().optional().describe('Id of the subscription.'),
})
export const listEventsQuerySchema = pageQuery({
  type: eventTypeSchema.optional().describe('The type of the event.'),
})

export const resendEventBodySchema = z.strictObject({
  webhook_endpoint: storableString().describe('Id of the webhook endpoint.'),
})

export const listWebhookEndpointsQuerySchema = pageQuery({})

const subscribedEvents = z
  .array(eventTypeSchema)
  .min(1)
  .max(eventTypeSchema.options.length)
  .refine(types => new Set(types).size === types.length, {
    error: 'must not name an event type twice',
  })
  .meta({ uniqueItems: true })

/** Without `events` every type is sent, also those that later versions add. */
export const createWebhookEndpointBodySchema = z.strictObject({
  url: httpUrl().describe('Where events are delivered: absolute http(s), at most 2048 characters.'),
  events: subscribedEvents.optional().describe('Event types to deliver (default: all).'),
})

/**
 * `rotate_secret` creates a new secret and returns it in this response only. The old secret signs beside it for 24
 * hours.
 */
export const updateWebhookEndpointBodySchema = z.strictObject({
  url: createWebhookEndpointBodySchema.shape.url.optional(),
  events: createWebhookEndpointBodySchema.shape.events,
  status: webhookEndpointStatus.optional().describe('The status.'),
  rotate_secret: z
    .boolean()
    .optional()
    .describe('True creates and returns a new secret. The old one also signs for 24 hours.'),
})

export const setClockBodySchema = testClockSchema.pick({ frozen: true })
export const advanceClockBodySchema = z.strictObject({
  seconds: z
    .int()
    .min(1)
    .max(MAX_ADVANCE_SECONDS)
    .describe('How far to go, in seconds. Everything that falls due on the way is done in order of time.'),
})

export const signInChallengeBodySchema = z.strictObject({
  wallet_address: walletAddress,
  chain_id: chainId,
}) satisfies z.ZodType<SignInChallengeBody>
export const signInBodySchema = z.strictObject({
  message: text(1, MAX_SIGN_IN_TEXT_CHARACTERS).describe('The EIP-4361 text, exactly as it was returned.'),
  signature,
}) satisfies z.ZodType<SignInBody>
export const prepareBodySchema = z.strictObject({
  wallet_address: walletAddress,
  claim: bytes32().describe(
    'SHA-256 of 32 random bytes that the page keeps, as 64 lower-case hexadecimal digits without `0x`.',
  ),
  max_duration_seconds: cap.exactOptional(),
  replaces: storableString()
    .exactOptional()
    .describe(
      'Id of a checkout session whose meter this one carries on: it is canceled in the instant in which this one starts to count.',
    ),
}) satisfies z.ZodType<PrepareBody>
export const authoriseBodySchema = z.strictObject({
  draft: text(1, MAX_DRAFT_CHARACTERS).describe('Opaque. Pass it to authorise unchanged.'),
  signature,
  secret: bytes32().describe(
    'The 32 bytes whose SHA-256 was the `claim`, as 64 lower-case hexadecimal digits without `0x`.',
  ),
  email: email().describe('E-mail address as the subscriber gave it. Not verified.'),
}) satisfies z.ZodType<AuthoriseBody>

const MAX_FAULTS = 1_000_000

/** Local mode: a fresh merchant, for tests that run in parallel. */
export const localMerchantBodySchema = z.strictObject({
  name: oneLine(1, 200).optional().describe('Name of the merchant.'),
  logo_url: httpUrl().optional().describe('Address of the logo.'),
  accent: colour().optional().describe('The merchant’s colour.'),
  support_url: httpUrl().optional().describe('Where a subscriber finds help.'),
  payout_address: anyAddress.optional().describe('Where settlements are paid.'),
})
export const localMerchantSchema = z.strictObject({
  id,
  name: string.describe('Name of the merchant.'),
  payout_address: anyAddress.describe('Where settlements are paid.'),
  test_key: string.describe('Its test key.'),
  live_key: string.describe('Its live key.'),
})

/**
 * Local mode: test AUSD for a wallet, as whole AUSD with at most six fraction digits and no upper limit. The wallet
 * gets coin for gas only if `native` is true.
 */
export const faucetBodySchema = z.strictObject({
  wallet_address: walletAddress,
  amount: amount().describe(
    'Whole AUSD as a decimal string with at most 6 fraction digits, and at most 1000000000000000000000000: more than any meter holds.',
  ),
  native: z
    .boolean()
    .optional()
    .describe(
      'Whether to give the wallet one of the chain’s own coin, too, for gas (default: false). Authorising needs none.',
    ),
})
export const faucetSchema = z.strictObject({ tx_hash: hex(32).describe('Hash of the transaction on chain.') })

/** Local mode: the next `count` matching calls fail in this way. The count 0 clears the kind. */
export const faultBodySchema = z.strictObject({
  kind: z
    .enum(['rate_limit', 'server_error', 'timeout', 'lost_response', 'token_paused'])
    .describe('The fault. `token_paused` counts settlements, the others count calls.'),
  count: z.int().min(0).max(MAX_FAULTS).describe('How many of the next matching calls. 0 clears.'),
  path: text(1, 2048)
    .regex(/^\//, 'must begin with "/"')
    .optional()
    .describe('Only calls of this path or route template, and those below it.'),
  merchant: storableString().optional().describe('Only calls of this merchant.'),
})
export const faultSchema = z.strictObject({
  kind: faultBodySchema.shape.kind,
  count: count.describe('How many of the next matching calls. 0 clears.'),
  path: nullableString.describe('Only calls of this path or route template, and those below it.'),
  merchant: nullableString.describe('Only calls of this merchant.'),
})
