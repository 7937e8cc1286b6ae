import { openingTypedData, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { Chain, CheckoutSession, Subscription, WireMeterTerms } from '@per-second/protocol/types'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import type { Prepared } from '../src/machine/state.ts'
import type { WalletChoice, WalletConnection } from '../src/wallet/wallet.ts'

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

/** The session while an hour's authorisation is being opened. */
export const CLAIMED: CheckoutSession = {
  ...SESSION,
  customer: 'cus_1',
  subscription: 'sub_1',
  max_duration_seconds: 3_600,
  max_escrow_usd: '0.9972',
}
export const COMPLETE: CheckoutSession = { ...CLAIMED, status: 'complete' }
export const EXPIRED: CheckoutSession = { ...SESSION, status: 'expired' }

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
  next_settlement_at: null,
  replaces: null,
  replaced_by: null,
}

export const CHAIN: Chain = {
  object: 'chain',
  chain_id: 31_337,
  name: 'Local chain',
  rpc_urls: ['http://127.0.0.1:8545'],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  block_explorer_url: null,
  token: {
    address: '0x1503CeBcCD29bf2f1A9a8a839833F24a6c1C1687',
    name: 'Agora Dollar',
    version: '1',
    symbol: 'AUSD',
    decimals: 6,
  },
  escrow: '0x3e312e2e1061e920f66ADCCdd5d1e2b806D40b6B',
  escrow_salt: null,
  operator: '0x1111111111111111111111111111111111111111',
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
}

export const WALLET: WalletChoice = { id: 'io.example', name: 'Example Wallet', icon: null }
const ADDRESS = '0x4444444444444444444444444444444444444444'
export const OTHER_ADDRESS = '0x5555555555555555555555555555555555555555'

export const CONNECTION: WalletConnection = {
  walletId: WALLET.id,
  walletName: WALLET.name,
  address: ADDRESS,
  chainId: 31_337,
}

export const TERMS: WireMeterTerms = {
  payer: ADDRESS,
  merchant: OTHER_ADDRESS,
  operator: '0x1111111111111111111111111111111111111111',
  token: '0x6666666666666666666666666666666666666666',
  fee_recipient: '0x2222222222222222222222222222222222222222',
  fee_bps: 100,
  rate_per_second: '277000000000000',
  max_seconds: 3_600,
  stop_grace: 86_400,
  open_by: 1_790_000_900,
  expiry: 1_792_596_500,
  salt: saltOfMeter('cs_1', 'sub_1'),
}

const ESCROW = '0x7777777777777777777777777777777777777777'

function digestOf(terms: WireMeterTerms) {
  const location = { chainId: 31_337, escrow: ESCROW } as const
  return openingTypedData(termsFromWire(terms), location).message.nonce
}

export const PREPARED: Prepared = { terms: TERMS, signBy: TERMS.open_by }

/** The record before the wallet's prompt. */
export const ASKED: SignatureLock = {
  digest: digestOf(TERMS),
  service: 'https://bill.example',
  terms: TERMS,
  subscription: 'sub_1',
  chainId: 31_337,
  escrow: ESCROW,
  draft: 'draft',
  secret: 'ab'.repeat(32),
  email: 'ada@example.com',
  walletId: WALLET.id,
  walletName: WALLET.name,
  accountKind: 'key',
  asked: 1,
  isGivenUp: false,
  signature: null,
  signedAt: null,
  txHash: null,
  isKnown: false,
}

/** The record after the wallet's signature. */
export const SIGNED: SignatureLock = {
  ...ASKED,
  signature: '0xaa',
  signedAt: { wall: 1_790_000_000, monotonicMs: 0, block: 1_790_000_000, billing: null },
}
