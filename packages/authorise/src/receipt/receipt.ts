import type {
  Address,
  CancelReason,
  DecimalString,
  Hex,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'

/** One charge as the escrow's `Settled` event reported it. `to_second` counts from the meter's beginning. */
export type ReceiptSettlement = {
  tx_hash: Hex
  to_second: number
  gross_usd: DecimalString
  fee_usd: DecimalString
}

/** What a receipt states; everything else in it follows from this. Amounts are decimal strings of AUSD, instants unix seconds. */
export type ReceiptFacts = {
  livemode: boolean
  merchant_name: string
  product_name: string
  product: string
  checkout_session: string
  customer: string
  subscription: string
  status: 'ended' | 'canceled'
  cancel_reason: CancelReason | null
  rate_usd_per_second: DecimalString
  max_duration_seconds: number
  started_at: number | null
  ended_at: number | null
  /** Seconds that were charged. */
  seconds: number
  /** What the service says was charged and came back. */
  charged_usd: DecimalString
  refunded_usd: DecimalString
  chain_id: number
  escrow: Address
  /** The salt from which a service’s own escrow follows, as the service states it; null for the one that services share. */
  escrow_salt: Hex | null
  /** What was signed. */
  terms: WireMeterTerms
  /** What the wallet gave; null in a tab that did not sign. */
  signature: Hex | null
  /** Who signed: a key (also one delegated by EIP-7702), a contract (ERC-1271), or null where it could not be read. */
  signed_by: 'key' | 'contract' | null
  transactions: {
    opening: Hex | null
    /** Oldest first; null where the page could not read them. */
    settlements: ReceiptSettlement[] | null
    /** The transaction that settled last and refunded the rest. */
    closing: Hex | null
  }
}

/**
 * A finished meter on one page, to be kept: what was authorised, what was charged, what came back, and the signature that
 * allowed it. `verifyReceipt` checks it without any network.
 */
export type Receipt = ReceiptFacts & {
  object: 'receipt'
  version: 1
  currency: 'ausd'
  /** Rate × maximum duration, exact. */
  max_escrow_usd: DecimalString
  /** The same, rounded up to a base unit: what moved into the escrow. */
  deposit_usd: DecimalString
  /** The service fee contained in `charged_usd`, rounded down; the merchant got the rest. */
  fee_included_usd: DecimalString
  net_usd: DecimalString
  /** EIP-712 digest of the terms: the meter's id on chain and the nonce of the authorisation. */
  meter_id: Hex
  /** What the wallet was asked to sign, as `eth_signTypedData_v4` takes it. */
  typed_data: WireTypedData
  /** Its EIP-712 digest, which the signature signs. */
  signing_hash: Hex
  /** keccak256 of all other fields as JSON with sorted keys and no white space. */
  checksum: Hex
}
