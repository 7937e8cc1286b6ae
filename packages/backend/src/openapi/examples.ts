import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { signInText } from '@per-second/protocol/sign-in'
import {
  depositOfTerms,
  type MeterTerms,
  openingTypedData,
  saltOfMeter,
  termsToWire,
} from '@per-second/protocol/terms'
import type { JsonSchema } from './document-types.ts'

type Values = Record<string, unknown>

const CREATED = 1_788_652_800
const STARTED = CREATED + 200
const SIGN_BY = CREATED + 180 + 900
const CHAIN_ID = 31_337
const ESCROW = '0x96FE83C89107fAe52B4eF778334c906C1eC5C1Ed'
const SESSION = 'cs_1m1t09ck0000xjbxdwte135b2amwaeea2av7np'
const SUBSCRIPTION = 'sub_1m1t0d1s00006qhmb7tsvsdg37s51wcjdstbhd'
const ENDPOINT = 'we_1m1t0jhj00001m3afestwpc9sswmexv2by16rp'
const EVENT = 'evt_1m1t0gpz0000zgsqj1ggfh32n2crneq4j8qta7'
const OPERATOR = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const TERMS: MeterTerms = {
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  merchant: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  operator: OPERATOR,
  token: AUSD_ADDRESS,
  feeRecipient: OPERATOR,
  feeBps: 100,
  ratePerSecond: 277_000_000_000_000n,
  maxSeconds: 7200,
  stopGrace: 86_400,
  openBy: SIGN_BY,
  expiry: SIGN_BY + 7200 + 2_592_000,
  salt: saltOfMeter(SESSION, SUBSCRIPTION),
}
const CHALLENGE = {
  origin: 'https://shop.example',
  address: TERMS.payer,
  chainId: CHAIN_ID,
  nonce: '9xk2m4q7v1c8h3r6t0w5y2b4n8',
  issuedAt: CREATED + 120,
  expiresAt: CREATED + 120 + 300,
}

/** A value of each field by its name, from one story: a subscriber's hour of one product. */
const VALUES: Values = {
  ...termsToWire(TERMS),
  accrued_usd: '0.1108',
  active: true,
  active_subscriptions: 1,
  allow_pause: true,
  amount: '100',
  amount_settled: '0.9972',
  attempts: 2,
  billed_seconds: 3600,
  cancel_reason: null,
  cancel_url: 'https://shop.example/cart',
  chain_id: CHAIN_ID,
  checkout_session: SESSION,
  /** The SHA-256 of the secret's 32 bytes. */
  claim: '9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056',
  client_token: 'ct_example-only',
  count: 2,
  created: CREATED,
  customer: 'cus_1m1t0b760000s0jk9a8jythxqybhnny2ykpznt',
  deposit_wei: depositOfTerms(TERMS).toString(),
  description: 'One H100, billed while it runs.',
  draft: 'draft-example-only',
  elapsed_seconds: 4000,
  email: 'ada@example.com',
  ended_at: null,
  escrow: ESCROW,
  event: EVENT,
  events: ['invoice.paid', 'subscription.canceled'],
  expires_at: CREATED + 60 + 86_400,
  failure: null,
  fee: '0.009972',
  frozen: true,
  gross: '0.9972',
  kind: 'rate_limit',
  latest_invoice: 'in_1m1t0ewc0000btayg83g16prbrrhyrf998g9kv',
  livemode: false,
  max_duration_seconds: 7200,
  max_escrow_usd: '1.9944',
  message: signInText(CHALLENGE),
  meter: `0x${'4c'.repeat(32)}`,
  name: 'GPU hour, by the second',
  net: '0.987228',
  next_attempt_at: CREATED + 3840,
  next_settlement_at: STARTED + 7200,
  nonce: CHALLENGE.nonce,
  now: CREATED + 3600,
  offset_seconds: 3600,
  paused_at: null,
  period_end: STARTED + 3600,
  period_start: STARTED,
  product: 'prod_1m1t07j00000x2pwqnrb9vswn6jhva8cjahqvh',
  rate_per_second_wei: '277',
  rate_usd_per_second: '0.000277',
  refunded_usd: '0',
  replaced_by: null,
  replaces: null,
  response_status: 500,
  seconds: 3600,
  secret: '5e'.repeat(32),
  settled_usd: '0.9972',
  sign_by: SIGN_BY,
  signature: `0x${'5b'.repeat(32)}${'2c'.repeat(32)}1b`,
  started_at: STARTED,
  subscription: SUBSCRIPTION,
  subscription_count: 1,
  subscription_id: SUBSCRIPTION,
  success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  to_second: 4000,
  total_settled_usd: '0.9972',
  tx_hash: '0x4c1b6a0f5f7a5be0f5a8a0d1f3f0c7a3c6e2c1b9d8e7f60514233241505f6e7d',
  url: 'https://shop.example/hooks/billing',
  wallet_address: TERMS.payer,
  webhook_endpoint: ENDPOINT,
}

/** Values that a field has in one kind of object only. */
const OWN_VALUES: Record<string, Values> = {
  Chain: {
    name: 'Local test chain',
    rpc_urls: ['http://127.0.0.1:8545'],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: { address: AUSD_ADDRESS, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
    escrow_salt: null,
    min_deposit_usd: '0.1',
  },
  CheckoutSession: { id: SESSION, status: 'complete' },
  Customer: { id: VALUES.customer },
  DeletedWebhookEndpoint: { id: ENDPOINT },
  Event: { id: EVENT, type: 'invoice.paid' },
  Invoice: { id: VALUES.latest_invoice, status: 'paid' },
  MerchantProfile: { name: 'Example GPUs', logo_url: null, accent: '#0a7d5a', support_url: null },
  Product: { id: VALUES.product },
  Subscription: { id: SUBSCRIPTION, status: 'running' },
  TypedData: openingTypedData(TERMS, { chainId: CHAIN_ID, escrow: ESCROW }),
  UpdatedWebhookEndpoint: { id: ENDPOINT, secret: 'whsec_C2FVsBQIhrscChlQIMV-example-only' },
  WebhookDelivery: { id: 'dlv_1m1t0gpz0001bq8s4kz3n6v0w2y7xj5mh9rd1c', status: 'pending' },
  WebhookEndpoint: { id: ENDPOINT },
  WebhookEndpointWithSecret: { id: ENDPOINT, secret: 'whsec_C2FVsBQIhrscChlQIMV-example-only' },
}

/** Optional fields of a request that its example shows. */
const SHOWN = ['active', 'allow_pause', 'description', 'events', 'max_duration_seconds']

type Schemas = Record<string, JsonSchema>

/** An example of an object that has a name in the document. */
export function exampleOfObject(name: string, schemas: Schemas): unknown {
  return exampleOf(schemas[name] ?? {}, { schemas, own: OWN_VALUES[name] ?? {} })
}

/** An example of a request's body: its required fields, and some others. */
export function exampleOfBody(body: JsonSchema): unknown {
  const { properties = {}, required = [] } = body
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || SHOWN.includes(name))
  return exampleOf({ ...body, properties: Object.fromEntries(shown) }, { schemas: {}, own: {} })
}

function exampleOf(schema: JsonSchema, from: { schemas: Schemas; own: Values }): unknown {
  const { $ref, const: only, enum: options, oneOf, items, properties } = schema
  if ($ref !== undefined) return exampleOfObject($ref.replace('#/components/schemas/', ''), from.schemas)
  if (oneOf !== undefined) return exampleOf(oneOf.at(-1) ?? {}, from)
  if (items !== undefined) return [exampleOf(items, from)]
  if (properties === undefined) return only ?? options?.[0]
  const fields = Object.entries(properties).map(([name, field]) => {
    if (name in from.own) return [name, from.own[name]]
    const isWhole = '$ref' in field || field.type === 'object' || 'const' in field
    return [name, isWhole || !(name in VALUES) ? exampleOf(field, from) : VALUES[name]]
  })
  return Object.fromEntries(fields)
}
