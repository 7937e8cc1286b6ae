import type {
  Address,
  CancelReason,
  DecimalString,
  Hex,
  WireMeterTerms,
  WireTypedData,
} from '@per-second/protocol/types'

/** The facts of a receipt. All other fields follow from them. Amounts are decimal strings of AUSD, instants unix seconds. */
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
  /** The meter that this one has carried on, and the meter that carried this one on. */
  replaces: string | null
  replaced_by: string | null
  rate_usd_per_second: DecimalString
  max_duration_seconds: number
  started_at: number | null
  ended_at: number | null
  /** The charged seconds. */
  seconds: number
  /** The charge and the refund, as the service reports them. */
  charged_usd: DecimalString
  refunded_usd: DecimalString
  chain_id: number
  escrow: Address
  /** The salt of a service's own escrow, as the service states it. Null for the shared escrow. */
  escrow_salt: Hex | null
  /** The signed terms. */
  terms: WireMeterTerms
  /** The wallet's signature. No receipt of ours lacks it, and one without it proves nothing. */
  signature: Hex | null
  /** The signer: a key (also one delegated by EIP-7702), a contract (ERC-1271), or null if it could not be read. */
  signed_by: 'key' | 'contract' | null
  transactions: {
    opening: Hex | null
    /** The transaction that settled last and refunded the remainder. Null if the page could not read it. */
    closing: Hex | null
  }
}

/**
 * A finished meter on one page: the authorised terms, the charge, the refund, and the signature that allowed it. `verifyReceipt` checks
 * it without any network.
 */
export type Receipt = ReceiptFacts & {
  object: 'receipt'
  version: 1
  currency: 'ausd'
  /** Rate × maximum duration, exact. */
  max_escrow_usd: DecimalString
  /** The deposit into the escrow: the same, rounded up to a base unit. */
  deposit_usd: DecimalString
  /** The service fee contained in `charged_usd`, rounded down. The merchant got the rest. */
  fee_included_usd: DecimalString
  net_usd: DecimalString
  /** EIP-712 digest of the terms: the meter's id on chain and the nonce of the authorisation. */
  meter_id: Hex
  /** The object of the signature request, in the form of `eth_signTypedData_v4`. */
  typed_data: WireTypedData
  /** Its EIP-712 digest, which the signature signs. */
  signing_hash: Hex
}
