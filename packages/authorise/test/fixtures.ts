import type { Chain, CheckoutSession, PreparedAuthorisation, Subscription } from '@per-second/protocol/types'
import type { StoredSignIn } from '../src/token-store.ts'
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

/** The session once it is prepared for an hour. */
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
}

export const CHAIN = { object: 'chain', chain_id: 31_337, name: 'Local chain' } as Chain
export const WALLET: WalletChoice = { id: 'io.example', name: 'Example Wallet', icon: null }
const ADDRESS = '0x4444444444444444444444444444444444444444'
export const OTHER_ADDRESS = '0x5555555555555555555555555555555555555555'

export const CONNECTION: WalletConnection = {
  walletId: WALLET.id,
  walletName: WALLET.name,
  address: ADDRESS,
  chainId: 31_337,
}

export const SIGN_IN: StoredSignIn = {
  token: 'ct_1',
  customer: 'cus_1',
  address: ADDRESS,
  walletId: WALLET.id,
  walletName: WALLET.name,
  signature: null,
  terms: null,
  txHash: null,
}

export const PREPARED = {
  object: 'authorisation',
  session: CLAIMED,
  subscription: { ...SUBSCRIPTION, status: 'incomplete', started_at: null },
  terms: { max_seconds: 3_600, merchant: OTHER_ADDRESS, open_by: 1_790_001_800 },
  sign_by: 1_790_001_800,
} as unknown as PreparedAuthorisation

/** What a tab holds whose wallet has signed what was prepared. */
export const SIGNED: StoredSignIn = {
  ...SIGN_IN,
  signature: '0xaa',
  terms: PREPARED.terms,
  subscription: PREPARED.subscription.id,
}
