import type { List } from '@per-second/protocol/types'
import type { Route } from '../routes/route.ts'
import {
  EXAMPLE_SIGN_IN_TEXT,
  EXAMPLE_TX_HASH,
  exampleChain,
  exampleClock,
  exampleCustomer,
  exampleEvent,
  exampleInvoice,
  exampleNewSession,
  exampleProduct,
  exampleSession,
  exampleSubscription,
  exampleTerms,
  exampleTypedData,
} from './example-resources.ts'

export type RouteExample = { request?: object; response: object }

const SIGNATURE = `0x${'5b'.repeat(32)}${'2c'.repeat(32)}1b`
const SECRET = '5e'.repeat(32)
/** The SHA-256 of the secret's 32 bytes. */
const CLAIM = '9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056'
const DRAFT = 'draft-example-only'
const { wallet_address } = exampleCustomer

const unstarted = { ...exampleSubscription, started_at: null, latest_invoice: null, next_settlement_at: null }
const fresh = { elapsed_seconds: 0, billed_seconds: 0, accrued_usd: '0', settled_usd: '0' }
const paused = {
  ...exampleSubscription,
  status: 'paused',
  paused_at: (exampleSubscription.started_at ?? 0) + 4000,
  next_settlement_at: null,
}
const canceled = (reason: 'merchant' | 'subscriber') => ({
  ...exampleSubscription,
  status: 'canceled',
  cancel_reason: reason,
  ended_at: (exampleSubscription.started_at ?? 0) + 4000,
  billed_seconds: 4000,
  accrued_usd: '0',
  settled_usd: '1.108',
  refunded_usd: '0.8864',
  next_settlement_at: null,
})
const endpoint = {
  id: 'we_1m1t0jhj00001m3afestwpc9sswmexv2by16rp',
  object: 'webhook_endpoint',
  url: 'https://shop.example/hooks/billing',
  events: ['invoice.paid', 'subscription.canceled'],
  status: 'enabled',
  livemode: false,
  created: exampleProduct.created,
}

const delivery = {
  id: 'dlv_1m1t0gpz0001bq8s4kz3n6v0w2y7xj5mh9rd1c',
  object: 'webhook_delivery',
  event: exampleEvent.id,
  webhook_endpoint: endpoint.id,
  status: 'pending',
  attempts: 2,
  response_status: 500,
  failure: null,
  next_attempt_at: exampleEvent.created + 40,
  livemode: false,
  created: exampleEvent.created,
}

/** A request and its answer for each operation, from one story. A test holds each against its schema. */
export const EXAMPLES: Record<string, RouteExample> = {
  'products.create': {
    request: {
      name: exampleProduct.name,
      description: exampleProduct.description,
      rate_usd_per_second: '0.000277',
      allow_pause: true,
    },
    response: { ...exampleProduct, active_subscriptions: 0 },
  },
  'products.list': listOf('/v1/products', exampleProduct),
  'products.retrieve': { response: exampleProduct },
  'products.update': { request: { active: false }, response: { ...exampleProduct, active: false } },
  'checkout.sessions.create': {
    request: {
      product: exampleProduct.id,
      success_url: exampleSession.success_url,
      cancel_url: exampleSession.cancel_url,
    },
    response: exampleNewSession,
  },
  'checkout.sessions.list': listOf('/v1/checkout/sessions', exampleSession),
  'checkout.sessions.retrieve': { response: exampleSession },
  'checkout.sessions.expire': { request: {}, response: { ...exampleNewSession, status: 'expired' } },
  'customers.list': listOf('/v1/customers', exampleCustomer),
  'customers.retrieve': { response: exampleCustomer },
  'subscriptions.list': listOf('/v1/subscriptions', exampleSubscription),
  'subscriptions.retrieve': { response: exampleSubscription },
  'subscriptions.statement': {
    response: {
      object: 'statement',
      meter: `0x${'4c'.repeat(32)}`,
      to_second: exampleSubscription.elapsed_seconds,
      signature: `0x${'5e'.repeat(64)}1b`,
      escrow: exampleChain.escrow,
      chain_id: 31_337,
      terms: exampleTerms,
    },
  },
  'subscriptions.start': {
    request: {},
    response: {
      ...unstarted,
      ...fresh,
      start_mode: 'merchant',
      started_at: exampleSubscription.started_at,
      next_settlement_at: (exampleSubscription.started_at ?? 0) + 3600,
    },
  },
  'subscriptions.pause': { request: {}, response: paused },
  'subscriptions.resume': { request: {}, response: exampleSubscription },
  'subscriptions.cancel': { request: {}, response: canceled('merchant') },
  'invoices.list': listOf('/v1/invoices', exampleInvoice),
  'invoices.retrieve': { response: exampleInvoice },
  'events.list': listOf('/v1/events', exampleEvent),
  'events.retrieve': { response: exampleEvent },
  'events.deliveries': listOf(`/v1/events/${exampleEvent.id}/deliveries`, delivery),
  'events.resend': {
    request: { webhook_endpoint: endpoint.id },
    response: {
      ...delivery,
      attempts: 0,
      response_status: null,
      next_attempt_at: exampleEvent.created + 25,
      created: exampleEvent.created + 25,
    },
  },
  'webhook_endpoints.create': {
    request: { url: endpoint.url, events: endpoint.events },
    response: { ...endpoint, secret: 'whsec_C2FVsBQIhrscChlQIMV-example-only' },
  },
  'webhook_endpoints.list': listOf('/v1/webhook_endpoints', endpoint),
  'webhook_endpoints.retrieve': { response: endpoint },
  'webhook_endpoints.update': { request: { events: endpoint.events }, response: endpoint },
  'webhook_endpoints.delete': { response: { id: endpoint.id, object: 'webhook_endpoint', deleted: true } },
  'client.sessions.retrieve': { response: exampleNewSession },
  'client.sessions.chain': { response: exampleChain },
  'client.sessions.sign_out': { request: {}, response: { object: 'sign_out' } },
  'client.sign_in.challenge': {
    request: { wallet_address, chain_id: 31_337 },
    response: {
      object: 'sign_in.challenge',
      message: EXAMPLE_SIGN_IN_TEXT,
      nonce: '9xk2m4q7v1c8h3r6t0w5y2b4n8',
      expires_at: exampleCustomer.created + 300,
    },
  },
  'client.sign_in': {
    request: { message: EXAMPLE_SIGN_IN_TEXT, signature: SIGNATURE },
    response: {
      object: 'sign_in',
      client_token: 'ct_example-only',
      expires_at: exampleTerms.expiry + 86_400,
      customer: exampleCustomer.id,
      session: exampleSession,
    },
  },
  'client.authorisation.prepare': {
    request: { wallet_address, claim: CLAIM, max_duration_seconds: 7200 },
    response: {
      object: 'authorisation',
      session: exampleNewSession,
      subscription_id: exampleSubscription.id,
      draft: DRAFT,
      terms: exampleTerms,
      typed_data: exampleTypedData,
      deposit_wei: '1994400',
      sign_by: exampleTerms.open_by,
    },
  },
  'client.authorisation.authorise': {
    request: { draft: DRAFT, signature: SIGNATURE, secret: SECRET, email: exampleCustomer.email },
    response: {
      object: 'authorisation',
      session: exampleSession,
      subscription: { ...exampleSubscription, ...fresh, latest_invoice: null },
      customer: exampleCustomer.id,
      tx_hash: EXAMPLE_TX_HASH,
      client_token: 'ct_example-only',
      expires_at: exampleTerms.expiry + 86_400,
    },
  },
  'client.subscriptions.retrieve': { response: exampleSubscription },
  'client.subscriptions.pause': { request: {}, response: paused },
  'client.subscriptions.resume': { request: {}, response: exampleSubscription },
  'client.subscriptions.cancel': { request: {}, response: canceled('subscriber') },
  'test_helpers.clock.retrieve': { response: exampleClock },
  'test_helpers.clock.update': { request: { frozen: true }, response: exampleClock },
  'test_helpers.clock.advance': { request: { seconds: 3600 }, response: exampleClock },
  'local.merchants.create': {
    request: { name: 'Test worker 3' },
    response: {
      id: 'mer_1m1t0mc500003xvd991b78vq04pfsz1z29mpnr',
      name: 'Test worker 3',
      payout_address: exampleTerms.merchant,
      test_key: 'sk_test_example',
      live_key: 'sk_live_example',
    },
  },
  'local.faucet': { request: { wallet_address, amount: '100' }, response: { tx_hash: EXAMPLE_TX_HASH } },
  'local.test_wallet.fund': { request: { wallet_address }, response: { tx_hash: EXAMPLE_TX_HASH } },
  'local.faults.set': {
    request: { kind: 'rate_limit', count: 2, path: '/v1/products' },
    response: { kind: 'rate_limit', count: 2, path: '/v1/products', merchant: null },
  },
}

export function exampleOf(route: Pick<Route, 'operationId'>): RouteExample | undefined {
  return EXAMPLES[route.operationId]
}

function listOf(url: string, item: object): RouteExample {
  return { response: { object: 'list', data: [item], has_more: false, url } satisfies List<object> }
}
