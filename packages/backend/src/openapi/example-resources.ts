import type {
  Address,
  Chain,
  CheckoutSession,
  Customer,
  Event,
  Invoice,
  Product,
  Subscription,
  TestClock,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'

/** One subscriber's hour of one product, told through every resource: the same ids and figures in all examples. */
const CREATED = 1_788_652_800
const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const merchant: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const operator: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const escrow: Address = '0x96FE83C89107fAe52B4eF778334c906C1eC5C1Ed'
const token: Address = '0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a'

export const EXAMPLE_TX_HASH = '0x4c1b6a0f5f7a5be0f5a8a0d1f3f0c7a3c6e2c1b9d8e7f60514233241505f6e7d'

export const exampleProduct: Product = {
  id: 'prod_1m1t07j00000x2pwqnrb9vswn6jhva8cjahqvh',
  object: 'product',
  name: 'GPU hour, by the second',
  description: 'One H100, billed while it runs.',
  rate_usd_per_second: '0.000277',
  rate_per_second_wei: '277',
  currency: 'ausd',
  allow_pause: true,
  start_mode: 'checkout',
  active: true,
  active_subscriptions: 1,
  livemode: false,
  created: CREATED,
}

export const exampleNewSession: CheckoutSession = {
  id: 'cs_1m1t09ck0000xjbxdwte135b2amwaeea2av7np',
  object: 'checkout.session',
  status: 'open',
  livemode: false,
  created: CREATED + 60,
  expires_at: CREATED + 60 + 86_400,
  success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example/cart',
  product: { ...exampleProduct, active_subscriptions: 0 },
  merchant: { name: 'Example GPUs', logo_url: null, accent: '#0a7d5a', support_url: null },
  customer: null,
  subscription: null,
  max_duration_seconds: null,
  max_escrow_usd: null,
}

export const exampleCustomer: Customer = {
  id: 'cus_1m1t0b760000s0jk9a8jythxqybhnny2ykpznt',
  object: 'customer',
  email: 'ada@example.com',
  wallet_address: wallet,
  default_payment: 'ausd',
  livemode: false,
  created: CREATED + 120,
  subscription_count: 1,
  total_settled_usd: '0.9972',
}

export const exampleSession: CheckoutSession = {
  ...exampleNewSession,
  status: 'complete',
  product: exampleProduct,
  customer: exampleCustomer.id,
  subscription: 'sub_1m1t0d1s00006qhmb7tsvsdg37s51wcjdstbhd',
  max_duration_seconds: 7200,
  max_escrow_usd: '1.9944',
}

export const exampleSubscription: Subscription = {
  id: 'sub_1m1t0d1s00006qhmb7tsvsdg37s51wcjdstbhd',
  object: 'subscription',
  status: 'running',
  customer: exampleCustomer.id,
  product: exampleProduct.id,
  checkout_session: exampleSession.id,
  livemode: false,
  created: CREATED + 180,
  currency: 'ausd',
  rate_usd_per_second: '0.000277',
  rate_per_second_wei: '277',
  allow_pause: true,
  start_mode: 'checkout',
  max_duration_seconds: 7200,
  max_escrow_usd: '1.9944',
  started_at: CREATED + 200,
  paused_at: null,
  ended_at: null,
  cancel_reason: null,
  elapsed_seconds: 4000,
  billed_seconds: 3600,
  accrued_usd: '0.1108',
  settled_usd: '0.9972',
  refunded_usd: '0',
  latest_invoice: 'in_1m1t0ewc0000btayg83g16prbrrhyrf998g9kv',
  next_settlement_at: CREATED + 200 + 7200,
  replaces: null,
  replaced_by: null,
}

export const exampleInvoice: Invoice = {
  id: 'in_1m1t0ewc0000btayg83g16prbrrhyrf998g9kv',
  object: 'invoice',
  subscription: exampleSubscription.id,
  customer: exampleCustomer.id,
  period_start: CREATED + 200,
  period_end: CREATED + 200 + 3600,
  seconds: 3600,
  amount_settled: '0.9972',
  gross: '0.9972',
  fee: '0.009972',
  net: '0.987228',
  currency: 'ausd',
  status: 'paid',
  tx_hash: EXAMPLE_TX_HASH,
  livemode: false,
  created: CREATED + 200 + 3600,
}

export const exampleEvent: Event = {
  id: 'evt_1m1t0gpz0000zgsqj1ggfh32n2crneq4j8qta7',
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  created: exampleInvoice.created,
  data: { object: exampleInvoice },
}

export const exampleClock: TestClock = {
  object: 'test_clock',
  now: CREATED + 3600,
  frozen: true,
  offset_seconds: 3600,
}

export const exampleChain: Chain = {
  object: 'chain',
  chain_id: 31_337,
  name: 'Local test chain',
  rpc_urls: ['http://127.0.0.1:8545'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
  token: { address: token, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
  escrow,
  escrow_salt: null,
  operator,
  fee_recipient: operator,
  fee_bps: 100,
  min_deposit_usd: '0.1',
}

export const exampleTerms: WireMeterTerms = {
  payer: wallet,
  merchant,
  operator,
  token,
  fee_recipient: operator,
  fee_bps: 100,
  rate_per_second: '277000000000000',
  max_seconds: 7200,
  stop_grace: 86_400,
  open_by: CREATED + 180 + 900,
  expiry: CREATED + 180 + 900 + 7200 + 2_592_000,
  salt: '0xb5fb41372e502882a2420e99e294341ff67490baf3b6d181bd903a3eeff59e3d',
}

export const exampleTypedData: WireTypedData = {
  domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: token },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    ReceiveWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  primaryType: 'ReceiveWithAuthorization',
  message: {
    from: wallet,
    to: escrow,
    value: '1994400',
    validAfter: '0',
    validBefore: String(CREATED + 180 + 900),
    nonce: '0x0e13f7d40490c3984aac5fc947d78a721d1d4a2cc629560b7b15c93bfcf17dfb',
  },
}

export const EXAMPLE_SIGN_IN_TEXT = `shop.example wants you to sign in with your Ethereum account:
${wallet}

Sign in to come back to a per-second meter. This moves no money and costs no gas.

URI: https://shop.example
Version: 1
Chain ID: 31337
Nonce: 9xk2m4q7v1c8h3r6t0w5y2b4n8
Issued At: 2026-09-06T00:02:00.000Z
Expiration Time: 2026-09-06T00:07:00.000Z`
