import type { WireMeterTerms } from '@per-second/protocol/types'
import { cancelReason } from '../service/meter-shape.ts'
import { rate } from '../service/session-shape.ts'
import {
  anObject,
  type Check,
  decimal,
  flag,
  matching,
  oneOf,
  orNull,
  type Shape,
  whole,
  wrongField,
} from '../service/shape.ts'
import type { Receipt } from './receipt.ts'

const some: Check = value => typeof value === 'string' && value !== ''
const count = whole(0)
const hash = matching(/^0x[\da-fA-F]{64}$/)
const address = matching(/^0x[\da-fA-F]{40}$/)

/** The shape of a meter's terms. Their bounds are the escrow's to check. */
export const TERMS_SHAPE: Shape<WireMeterTerms> = {
  payer: address,
  merchant: address,
  operator: address,
  token: address,
  fee_recipient: address,
  fee_bps: count,
  rate_per_second: matching(/^\d{1,78}$/),
  max_seconds: count,
  stop_grace: count,
  open_by: count,
  expiry: count,
  salt: hash,
}

const RECEIPT: Shape<Receipt> = {
  object: oneOf('receipt'),
  version: oneOf(1),
  livemode: flag,
  merchant_name: some,
  product_name: some,
  product: some,
  checkout_session: some,
  customer: some,
  subscription: some,
  status: oneOf('ended', 'canceled'),
  cancel_reason: cancelReason,
  replaces: orNull(some),
  replaced_by: orNull(some),
  currency: oneOf('ausd'),
  rate_usd_per_second: rate,
  max_duration_seconds: count,
  max_escrow_usd: decimal,
  deposit_usd: decimal,
  started_at: orNull(count),
  ended_at: orNull(count),
  seconds: count,
  charged_usd: decimal,
  fee_included_usd: decimal,
  net_usd: decimal,
  refunded_usd: decimal,
  chain_id: count,
  escrow: address,
  escrow_salt: orNull(hash),
  terms: TERMS_SHAPE,
  meter_id: hash,
  // The verifier rebuilds it from the terms and compares the whole.
  typed_data: anObject,
  signing_hash: hash,
  signature: orNull(matching(/^0x(?:[\da-fA-F]{2})*$/)),
  signed_by: oneOf('key', 'contract', null),
  transactions: {
    opening: orNull(hash),
    closing: orNull(hash),
  },
}

/** The first field that is malformed, missing, or unknown in a receipt. Null if there is none. */
export function receiptShapeProblem(value: unknown): string | null {
  const field = wrongField(value, RECEIPT, { isExact: true })
  return field === '' ? 'receipt' : field
}
