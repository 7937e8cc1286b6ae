import { openingTypedData, saltOfMeter, termsFromWire } from '@per-second/protocol/terms'
import type { Chain, CheckoutSession, Subscription, WireMeterTerms } from '@per-second/protocol/types'
import type { SignatureLock } from '../src/machine/signature-lock.ts'
import { fakeChain } from '../src/testing/fake-authorisation.ts'
import { fakeSubscription } from '../src/testing/fake-meter.ts'
import { fakeSession } from '../src/testing/fake-session.ts'
import type { WalletChoice, WalletConnection } from '../src/wallet/wallet.ts'

const CREATED = 1_790_000_000
const made = fakeSession({ id: 'cs_1', name: 'A100 GPU' })

export const SESSION: CheckoutSession = {
  ...made,
  created: CREATED,
  expires_at: CREATED + 86_400,
  product: { ...made.product, created: CREATED },
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
  ...fakeSubscription('sub_1', SESSION, { seconds: 3_600, now: CREATED }),
  status: 'running',
  started_at: CREATED,
  elapsed_seconds: 10,
  accrued_usd: '0.00277',
}

export const CHAIN: Chain = fakeChain(SESSION)

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

/** The record before the wallet's prompt. */
export const ASKED: SignatureLock = {
  digest: digestOf(TERMS),
  service: 'https://bill.example',
  terms: TERMS,
  subscription: 'sub_1',
  chainId: 31_337,
  escrow: ESCROW,
  replaces: null,
  draft: 'draft',
  secret: 'ab'.repeat(32),
  email: 'ada@example.com',
  walletId: WALLET.id,
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
