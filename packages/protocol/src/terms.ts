import { DOMAIN_FIELDS, hashTypedData } from './hash-typed-data.ts'
import { keccak, toHex } from './keccak.ts'
import { depositInBaseUnits } from './money.ts'
import type { UnixSeconds } from './time.ts'
import type { Address, Hex, WireMeterTerms, WireTypedData } from './types.ts'

/**
 * The terms that one signature binds: everything the escrow will ever enforce for one meter (docs/money.md, rule 4).
 *
 * `ratePerSecond` is in 1e-18 AUSD. `openBy` (exclusive) and `expiry` are unix seconds, `stopGrace` and `maxSeconds`
 * are seconds. `salt` is the keccak256 of session and subscription ({@link saltOfMeter}).
 */
export type MeterTerms = {
  payer: Address
  merchant: Address
  operator: Address
  token: Address
  feeRecipient: Address
  feeBps: number
  ratePerSecond: bigint
  maxSeconds: number
  stopGrace: number
  openBy: UnixSeconds
  expiry: UnixSeconds
  salt: Hex
}

/** Bounds the escrow enforces on terms at `open`, and the element before it signs (docs/money.md, rule 2). */
export const TERMS_LIMITS = {
  feeBps: 1_000,
  minSeconds: 60,
  maxSeconds: 2_592_000,
  stopGrace: 604_800,
  openByAhead: 86_400,
  expiryAfterMaximum: 5_184_000,
} as const

/** The periods that the service puts into terms: a day to stop, and 30 days beyond the longest possible use. */
export const DEFAULT_STOP_GRACE_SECONDS = 86_400
export const EXPIRY_AFTER_MAXIMUM_SECONDS = 2_592_000

/** EIP-712 struct of the terms. Its digest under the escrow's domain is the meter's id and the token's nonce. */
export const METER_TERMS_TYPES = {
  MeterTerms: [
    { name: 'payer', type: 'address' },
    { name: 'merchant', type: 'address' },
    { name: 'operator', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'feeRecipient', type: 'address' },
    { name: 'feeBps', type: 'uint16' },
    { name: 'ratePerSecond', type: 'uint128' },
    { name: 'maxSeconds', type: 'uint32' },
    { name: 'stopGrace', type: 'uint32' },
    { name: 'openBy', type: 'uint40' },
    { name: 'expiry', type: 'uint40' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const

/**
 * EIP-712 struct of a statement of seconds. The operator signs it, and any account may settle with it. `toSecond` is
 * cumulative.
 */
export const STATEMENT_TYPES = {
  Statement: [
    { name: 'meter', type: 'bytes32' },
    { name: 'toSecond', type: 'uint32' },
  ],
} as const

/** ERC-3009's struct, the only thing a payer signs. */
export const RECEIVE_WITH_AUTHORIZATION_TYPES = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Which escrow on which chain the terms are for. */
export type EscrowLocation = { chainId: number; escrow: Address }

/** The EIP-712 domain of every AUSD, Agora's and the embedded chain's test token, besides its chain and its own address. */
export const AUSD_DOMAIN = { name: 'Agora Dollar', version: '1' }

/** The EIP-712 digest of the terms: the meter's id on chain and the nonce of the authorisation that opens it. */
export function meterDigest(terms: MeterTerms, location: EscrowLocation): Hex {
  return hashTypedData(escrowDomain(location), {
    name: 'MeterTerms',
    fields: METER_TERMS_TYPES.MeterTerms,
    values: terms,
  })
}

function escrowDomain({ chainId, escrow }: EscrowLocation) {
  return { name: 'MeterEscrow', version: '1', chainId, verifyingContract: escrow }
}

/** The digest of an operator's statement that a meter owes `toSecond` seconds in all (docs/money.md, rule 70). */
export function statementDigest(meter: Hex, toSecond: number, location: EscrowLocation): Hex {
  return hashTypedData(escrowDomain(location), {
    name: 'Statement',
    fields: STATEMENT_TYPES.Statement,
    values: { meter, toSecond },
  })
}

/** The salt of a meter's terms: keccak256 of `cs_…:sub_…` in UTF-8, so that the signature names both. */
export function saltOfMeter(session: string, subscription: string): Hex {
  return toHex(keccak(`${session}:${subscription}`))
}

/** The deposit that the terms fix, in base units: rate × maximum seconds, rounded **up**. */
export function depositOfTerms(terms: Pick<MeterTerms, 'ratePerSecond' | 'maxSeconds'>): bigint {
  return depositInBaseUnits(terms.ratePerSecond, terms.maxSeconds)
}

/**
 * The typed data that a payer signs to open a meter (EIP-712, ERC-3009). It is the token's `ReceiveWithAuthorization`
 * to the escrow for the deposit, with the terms' digest as nonce and `openBy` as deadline. Plain JSON, as
 * `eth_signTypedData_v4` takes it.
 */
export function openingTypedData(terms: MeterTerms, location: EscrowLocation): WireTypedData {
  return {
    domain: { ...AUSD_DOMAIN, chainId: location.chainId, verifyingContract: terms.token },
    types: {
      EIP712Domain: [...DOMAIN_FIELDS],
      ReceiveWithAuthorization: [...RECEIVE_WITH_AUTHORIZATION_TYPES.ReceiveWithAuthorization],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: terms.payer,
      to: location.escrow,
      value: depositOfTerms(terms).toString(),
      validAfter: '0',
      validBefore: terms.openBy.toString(),
      nonce: meterDigest(terms, location),
    },
  }
}

/** The digest that a signature over {@link openingTypedData} signs. */
export function openingDigest(typedData: WireTypedData): Hex {
  return hashTypedData(typedData.domain, {
    name: typedData.primaryType,
    fields: RECEIVE_WITH_AUTHORIZATION_TYPES.ReceiveWithAuthorization,
    values: typedData.message,
  })
}

/** Terms as they cross the wire: snake_case, uint128 as a decimal string, the rest as numbers. */
export function termsToWire(terms: MeterTerms): WireMeterTerms {
  return {
    payer: terms.payer,
    merchant: terms.merchant,
    operator: terms.operator,
    token: terms.token,
    fee_recipient: terms.feeRecipient,
    fee_bps: terms.feeBps,
    rate_per_second: terms.ratePerSecond.toString(),
    max_seconds: terms.maxSeconds,
    stop_grace: terms.stopGrace,
    open_by: terms.openBy,
    expiry: terms.expiry,
    salt: terms.salt,
  }
}

/** The inverse of {@link termsToWire}. The caller has checked the shape. */
export function termsFromWire(wire: WireMeterTerms): MeterTerms {
  return {
    payer: wire.payer,
    merchant: wire.merchant,
    operator: wire.operator,
    token: wire.token,
    feeRecipient: wire.fee_recipient,
    feeBps: wire.fee_bps,
    ratePerSecond: BigInt(wire.rate_per_second),
    maxSeconds: wire.max_seconds,
    stopGrace: wire.stop_grace,
    openBy: wire.open_by,
    expiry: wire.expiry,
    salt: wire.salt,
  }
}
