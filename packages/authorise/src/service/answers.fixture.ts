import type {
  Authorisation,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  SignIn,
  SignInChallenge,
  SignOut,
  Subscription,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'

export const SESSION: CheckoutSession = {
  id: 'cs_1',
  object: 'checkout.session',
  status: 'open',
  livemode: false,
  created: 1_790_000_000,
  expires_at: 1_790_086_400,
  success_url: 'https://shop.example/done?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cart',
  product: {
    id: 'prod_1',
    object: 'product',
    name: 'A100 GPU',
    description: null,
    rate_usd_per_second: '0.000277',
    rate_per_second_wei: '277',
    currency: 'ausd',
    allow_pause: true,
    start_mode: 'checkout',
    active: true,
    active_subscriptions: 0,
    livemode: false,
    created: 1_790_000_000,
  },
  merchant: { name: 'Northwind Compute', logo_url: null, accent: null, support_url: null },
  customer: null,
  subscription: null,
  max_duration_seconds: null,
  max_escrow_usd: null,
}

const COMPLETE: CheckoutSession = {
  ...SESSION,
  status: 'complete',
  customer: 'cus_1',
  subscription: 'sub_1',
  max_duration_seconds: 3_600,
  max_escrow_usd: '0.9972',
}

export const SUBSCRIPTION: Subscription = {
  id: 'sub_1',
  object: 'subscription',
  status: 'running',
  customer: 'cus_1',
  product: 'prod_1',
  checkout_session: 'cs_1',
  livemode: false,
  created: 1_790_000_000,
  currency: 'ausd',
  rate_usd_per_second: '0.000277',
  rate_per_second_wei: '277',
  allow_pause: true,
  start_mode: 'checkout',
  max_duration_seconds: 3_600,
  max_escrow_usd: '0.9972',
  started_at: 1_790_000_000,
  paused_at: null,
  ended_at: null,
  cancel_reason: null,
  elapsed_seconds: 10,
  billed_seconds: 0,
  accrued_usd: '0.00277',
  settled_usd: '0',
  refunded_usd: '0',
  latest_invoice: null,
  next_settlement_at: 1_790_003_600,
}

export const CHAIN: Chain = {
  object: 'chain',
  chain_id: 31_337,
  name: 'Local chain',
  rpc_urls: ['http://127.0.0.1:8545'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
  token: {
    address: '0x7D84EF05E4d546b3c7F78e7486265E1Ad3600E92',
    name: 'Agora Dollar',
    version: '1',
    symbol: 'AUSD',
    decimals: 6,
  },
  escrow: '0x7a15ba7D61D8074F3363faca7dE48934450947F9',
  operator: '0x1111111111111111111111111111111111111111',
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
}

/** Terms and typed data are compared elsewhere: here they are only something. */
export const PREPARED: PreparedAuthorisation = {
  object: 'authorisation',
  session: SESSION,
  subscription_id: 'sub_1',
  draft: 'b3BhcXVl.bWFj',
  terms: {} as WireMeterTerms,
  typed_data: {} as WireTypedData,
  deposit_wei: '997200',
  sign_by: 1_790_000_900,
}

export const AUTHORISATION: Authorisation = {
  object: 'authorisation',
  session: COMPLETE,
  subscription: SUBSCRIPTION,
  customer: 'cus_1',
  tx_hash: `0x${'ab'.repeat(32)}`,
  client_token: 'ct_1',
  expires_at: 1_792_682_400,
}

export const CHALLENGE: SignInChallenge = {
  object: 'sign_in.challenge',
  message: 'shop.example wants you to sign in with your Ethereum account:',
  nonce: 'abcdef1234567890',
  expires_at: 1_790_000_300,
}

export const SIGN_IN: SignIn = {
  object: 'sign_in',
  client_token: 'ct_1',
  expires_at: 1_792_682_400,
  customer: 'cus_1',
  session: COMPLETE,
}

export const SIGN_OUT: SignOut = { object: 'sign_out' }
