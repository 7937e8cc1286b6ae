import {
  liveEscrowAddress,
  meterEscrowCreationCodeHash,
  testEscrowAddress,
} from '@per-second/contracts/addresses'
import { knownChain, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { rateInTermsUnits } from '@per-second/protocol/money'
import { depositOfTerms, openingTypedData, saltOfMeter, termsToWire } from '@per-second/protocol/terms'
import type { Address, Chain, CheckoutSession, Hex, PreparedAuthorisation } from '@per-second/protocol/types'
import { getCreate2Address } from 'viem'
import type { BuildAuthorisationParameters } from './build-authorisation.ts'

export const PAYER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const PAYEE: Address = '0x3333333333333333333333333333333333333333'
export const STRANGER: Address = '0x9999999999999999999999999999999999999999'
const OPERATOR: Address = '0x1111111111111111111111111111111111111111'
const FEE_RECIPIENT: Address = '0x2222222222222222222222222222222222222222'

export const NOW = 1_800_000_000

export type HonestOptions = {
  chainId?: number
  livemode?: boolean
  rate?: string
  maxDurationSeconds?: number
  feeBps?: number
  stopGrace?: number
  openBy?: number
  expiryAfterMaximum?: number
  sessionId?: string
  subscriptionId?: string
  token?: Address
  /** Of an escrow of the service's own. */
  escrowSalt?: Hex | null
}

/** Where the keyless deployer puts the escrow with this salt, by another implementation than ours (EIP-1014). */
export function ownEscrow(salt: Hex, bytecodeHash: Hex = meterEscrowCreationCodeHash): Address {
  return getCreate2Address({ from: '0x4e59b44847b379578588920cA78FbF26c0B4956C', salt, bytecodeHash })
}

/** A page's data and an honest service's response, in every figure. */
export function honestService(options: HonestOptions = {}): BuildAuthorisationParameters {
  const {
    chainId = 31_337,
    livemode = false,
    rate = '0.000277',
    maxDurationSeconds = 3_600,
    feeBps = 100,
    stopGrace = 86_400,
    openBy = NOW + 1_800,
    expiryAfterMaximum = 2_592_000,
    sessionId = 'cs_1',
    subscriptionId = 'sub_1',
    token = knownChain(chainId)?.token ?? TEST_AUSD_ADDRESS,
    escrowSalt = null,
  } = options
  const shared = livemode ? liveEscrowAddress : testEscrowAddress
  const escrow = escrowSalt ? ownEscrow(escrowSalt) : shared
  const terms = {
    payer: PAYER,
    merchant: PAYEE,
    operator: OPERATOR,
    token,
    feeRecipient: FEE_RECIPIENT,
    feeBps,
    ratePerSecond: rateInTermsUnits(rate),
    maxSeconds: maxDurationSeconds,
    stopGrace,
    openBy,
    expiry: openBy + maxDurationSeconds + expiryAfterMaximum,
    salt: saltOfMeter(sessionId, subscriptionId),
  }
  const chain: Chain = {
    object: 'chain',
    chain_id: chainId,
    name: 'A chain',
    rpc_urls: ['https://rpc.example'],
    native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    block_explorer_url: null,
    token: { address: token, name: 'Agora Dollar', version: '1', symbol: 'AUSD', decimals: 6 },
    escrow,
    escrow_salt: escrowSalt,
    operator: OPERATOR,
    fee_recipient: FEE_RECIPIENT,
    fee_bps: feeBps,
  }
  const session = {
    id: sessionId,
    object: 'checkout.session',
    livemode,
    expires_at: NOW + 86_000,
    product: { rate_usd_per_second: rate },
    max_duration_seconds: null,
  } as CheckoutSession
  const prepared = {
    object: 'authorisation',
    session,
    subscription_id: subscriptionId,
    draft: 'b3BhcXVl.bWFj',
    terms: termsToWire(terms),
    typed_data: openingTypedData(terms, { chainId, escrow }),
    deposit_wei: depositOfTerms(terms).toString(),
    sign_by: openBy,
  } satisfies PreparedAuthorisation
  return structuredClone({
    stated: prepared,
    session,
    chain,
    payer: PAYER,
    payee: null,
    maxDurationSeconds,
    pins: { chainId: null, escrow: null, token: null, payee: null, maxFee: null },
    pageOrigin: 'http://127.0.0.1:5173',
    nowSeconds: NOW,
  })
}

/** Sets the value at a dotted path in a plain object. `undefined` removes it. */
export function setAt(target: object, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    target as Record<string, unknown>,
  )
  if (value === undefined) delete parent[last]
  else parent[last] = value
}
