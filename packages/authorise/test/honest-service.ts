import { meterEscrowCreationCodeHash } from '@per-second/contracts/addresses'
import { knownChain, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import type { Address, Chain, Hex } from '@per-second/protocol/types'
import { getCreate2Address } from 'viem'
import type { BuildAuthorisationParameters } from '../src/signing/build-authorisation.ts'
import { fakeAuthorisation, fakeChain } from '../src/testing/fake-authorisation.ts'
import { fakeSession } from '../src/testing/fake-session.ts'

export const PAYER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const PAYEE: Address = '0x3333333333333333333333333333333333333333'
export const STRANGER: Address = '0x9999999999999999999999999999999999999999'

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
  const session = { ...fakeSession({ id: sessionId, livemode, rate }), expires_at: NOW + 86_000 }
  const fake = fakeChain(session)
  const chain: Chain = {
    ...fake,
    chain_id: chainId,
    rpc_urls: ['https://rpc.example'],
    token: { ...fake.token, address: token },
    escrow: escrowSalt ? ownEscrow(escrowSalt) : fake.escrow,
    escrow_salt: escrowSalt,
    fee_bps: feeBps,
  }
  const stated = fakeAuthorisation({
    ...{ session, chain, subscriptionId, openBy, payer: PAYER, payee: PAYEE },
    draft: 'b3BhcXVl.bWFj',
    seconds: maxDurationSeconds,
    change: { stopGrace, expiry: openBy + maxDurationSeconds + expiryAfterMaximum },
  })
  return structuredClone({
    stated,
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
