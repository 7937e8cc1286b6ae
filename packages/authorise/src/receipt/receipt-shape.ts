import { isDecimalString, rateProblem } from '@per-second/protocol/money'
import type { Receipt } from './receipt.ts'

type Check = (value: unknown) => boolean
type Shape = Check | { readonly [field: string]: Shape }

const isText: Check = value => typeof value === 'string' && value !== ''
const isCount: Check = value => Number.isSafeInteger(value) && (value as number) >= 0
const isFlag: Check = value => typeof value === 'boolean'
const isAmount: Check = value => typeof value === 'string' && value.length <= 100 && isDecimalString(value)
const isRate: Check = value => typeof value === 'string' && rateProblem(value) === null
const isHexOf = (bytes: number): Check => {
  const pattern = new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`)
  return value => typeof value === 'string' && pattern.test(value)
}
const isHash = isHexOf(32)
const isAddress = isHexOf(20)
const isSignature: Check = value => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)
const isWhole: Check = value => typeof value === 'string' && /^\d{1,78}$/.test(value)
const is =
  (...values: unknown[]): Check =>
  value =>
    values.includes(value)
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value)

const RECEIPT: Record<keyof Receipt, Shape> = {
  object: is('receipt'),
  version: is(1),
  livemode: isFlag,
  merchant_name: isText,
  product_name: isText,
  product: isText,
  checkout_session: isText,
  customer: isText,
  subscription: isText,
  status: is('ended', 'canceled'),
  cancel_reason: is(
    null,
    'merchant',
    'subscriber',
    'stopped_on_chain',
    'settlement_failed',
    'opening_lost',
    'start_timeout',
    'authorisation_expired',
  ),
  currency: is('ausd'),
  rate_usd_per_second: isRate,
  max_duration_seconds: isCount,
  max_escrow_usd: isAmount,
  deposit_usd: isAmount,
  started_at: orNull(isCount),
  ended_at: orNull(isCount),
  seconds: isCount,
  charged_usd: isAmount,
  fee_included_usd: isAmount,
  net_usd: isAmount,
  refunded_usd: isAmount,
  chain_id: isCount,
  escrow: isAddress,
  terms: {
    payer: isAddress,
    merchant: isAddress,
    operator: isAddress,
    token: isAddress,
    fee_recipient: isAddress,
    fee_bps: isCount,
    rate_per_second: isWhole,
    max_seconds: isCount,
    stop_grace: isCount,
    open_by: isCount,
    expiry: isCount,
    salt: isHash,
  },
  meter_id: isHash,
  // Compared as a whole with what is rebuilt from the terms.
  typed_data: value => typeof value === 'object' && value !== null,
  signing_hash: isHash,
  signature: orNull(isSignature),
  signed_by: is('key', 'contract', null),
  transactions: {
    opening: orNull(isHash),
    settlements: value =>
      value === null ||
      (Array.isArray(value) && value.every(entry => shapeProblem(entry, SETTLEMENT, '') === null)),
    closing: orNull(isHash),
  },
  checksum: isHash,
}

const SETTLEMENT = { tx_hash: isHash, to_second: isCount, gross_usd: isAmount, fee_usd: isAmount }

/** The first field that is not what a receipt has there, is missing, or does not belong there; null when all are fine. */
export function receiptShapeProblem(value: unknown): string | null {
  return shapeProblem(value, RECEIPT, '')
}

function shapeProblem(value: unknown, shape: Shape, path: string): string | null {
  if (typeof shape === 'function') return shape(value) ? null : path
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path || 'receipt'
  const at = (field: string) => (path === '' ? field : `${path}.${field}`)
  const extra = Object.keys(value).find(field => !Object.hasOwn(shape, field))
  if (extra !== undefined) return at(extra)
  for (const [field, inner] of Object.entries(shape)) {
    if (!Object.hasOwn(value, field)) return at(field)
    const problem = shapeProblem((value as Record<string, unknown>)[field], inner, at(field))
    if (problem !== null) return problem
  }
  return null
}
