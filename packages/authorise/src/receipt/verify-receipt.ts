import {
  dueInBaseUnits,
  rateInTermsUnits,
  subtractDecimals,
  usdFromBaseUnits,
} from '@per-second/protocol/money'
import { saltOfMeter } from '@per-second/protocol/terms'
import { recoverAddress } from 'viem/utils'
import { isSameAddress } from '../chains/is-same-address.ts'
import { escrowOf, sharedEscrow } from '../signing/escrow-of.ts'
import { firstDifference } from '../signing/first-difference.ts'
import { buildReceipt } from './build-receipt.ts'
import type { Receipt } from './receipt.ts'
import { receiptShapeProblem } from './receipt-shape.ts'

/** A field that contradicts the others, as a path (`terms.fee_bps`), and its expected value in words. */
export type ReceiptProblem = { field: string; message: string }

export type ReceiptVerdict = {
  /** Whether all fields of the receipt agree, the signature included. */
  ok: boolean
  /**
   * `valid`: the terms' payer signed exactly these terms. `not_checkable`: a contract wallet signed, which only the chain can verify
   * (ERC-1271), or the signer is unknown. `missing`: the receipt has no signature. `invalid`: it is not the payer's over these terms.
   */
  signature: 'valid' | 'not_checkable' | 'missing' | 'invalid'
  /**
   * Whether the escrow holds this project's code: it is the shared escrow of the mode, or follows from the stated salt. Any other escrow
   * is the merchant's own choice.
   */
  isKnownEscrow: boolean
  problems: ReceiptProblem[]
}

/**
 * Checks a receipt without any network: its shape, every figure, terms, digest, nonce and typed data (EIP-712, ERC-3009), and the signer
 * (ECDSA). The signature covers the terms, and the ids of session and subscription. The used seconds have to agree with charge, refund,
 * start and end, but a forger can change them all together. Nothing proves names, other ids, instants, status, reason or transactions, nor
 * the mode at a service's own escrow: look up `transactions` on a block explorer if that matters.
 *
 * @param receipt parsed JSON of any shape
 */
export async function verifyReceipt(receipt: unknown): Promise<ReceiptVerdict> {
  const broken = receiptShapeProblem(receipt)
  if (broken !== null) {
    const problems = [{ field: broken, message: 'is not what a receipt has there' }]
    return { ok: false, signature: 'invalid', isKnownEscrow: false, problems }
  }
  const given = receipt as Receipt
  const problems = [...rebuiltProblems(given), ...termsProblems(given), ...figureProblems(given)]
  const signature = await signatureOf(given)
  if (signature === 'invalid') {
    problems.push({
      field: 'signature',
      message: 'is not the payer’s over these terms, or not of the kind stated',
    })
  }
  return { ok: problems.length === 0, signature, isKnownEscrow: isKnownEscrow(given), problems }
}

/** Derives all dependent fields again. */
function rebuiltProblems(given: Receipt): ReceiptProblem[] {
  try {
    const rebuilt = buildReceipt(given)
    const derived = [
      'max_escrow_usd',
      'deposit_usd',
      'fee_included_usd',
      'net_usd',
      'meter_id',
      'typed_data',
      'signing_hash',
    ] as const
    return derived.flatMap(field => {
      const difference = firstDifference(given[field], rebuilt[field], field)
      return difference === null
        ? []
        : [{ field: difference, message: 'does not follow from the other fields' }]
    })
  } catch {
    return [{ field: 'terms', message: 'cannot be encoded' }]
  }
}

function termsProblems({ terms, ...given }: Receipt): ReceiptProblem[] {
  const expected = {
    rate_per_second: rateInTermsUnits(given.rate_usd_per_second).toString(),
    max_seconds: given.max_duration_seconds,
    salt: saltOfMeter(given.checkout_session, given.subscription),
  }
  return Object.entries(expected).flatMap(([field, value]) => {
    const difference = firstDifference(terms[field as keyof typeof expected], value, `terms.${field}`)
    return difference === null
      ? []
      : [{ field: difference, message: `is not ${value}, as the receipt says elsewhere` }]
  })
}

function figureProblems(given: Receipt): ReceiptProblem[] {
  const { seconds, charged_usd, refunded_usd, deposit_usd, started_at, ended_at } = given
  const due = usdFromBaseUnits(dueInBaseUnits(rateInTermsUnits(given.rate_usd_per_second), seconds))
  const rest = subtractDecimals(deposit_usd, charged_usd)
  const rules: [field: string, holds: boolean, message: string][] = [
    ['charged_usd', charged_usd === due, `is not rate × seconds, rounded down: ${due}`],
    ['refunded_usd', refunded_usd === rest, `is not the deposit less the charge: ${rest}`],
    ['seconds', seconds <= given.max_duration_seconds, 'is beyond the maximum'],
    [
      'seconds',
      seconds === 0 || (started_at !== null && ended_at !== null && seconds <= ended_at - started_at + 1),
      'is more than passed between start and end',
    ],
    [
      'cancel_reason',
      (given.status === 'canceled') === (given.cancel_reason !== null),
      'does not go with the status',
    ],
    ['replaced_by', given.cancel_reason !== 'replaced' || given.replaced_by !== null, 'names no meter'],
    [
      'livemode',
      !isSameAddress(given.escrow, sharedEscrow(!given.livemode)),
      'is not the mode of this escrow',
    ],
  ]
  return rules.flatMap(([field, holds, message]) => (holds ? [] : [{ field, message }]))
}

/** A 65-byte signature that recovers to the payer is the payer's key's. Any other can only be checked by a contract, on-chain. */
async function signatureOf({
  signature,
  signing_hash,
  signed_by,
  terms,
}: Receipt): Promise<ReceiptVerdict['signature']> {
  if (signature === null) return 'missing'
  const signer = await recoverAddress({ hash: signing_hash, signature }).catch(() => null)
  const isPayers = signer !== null && isSameAddress(signer, terms.payer)
  if (isPayers) return signed_by === 'contract' ? 'invalid' : 'valid'
  return signed_by === 'key' ? 'invalid' : 'not_checkable'
}

function isKnownEscrow({ escrow, livemode, escrow_salt }: Receipt): boolean {
  const known = escrowOf(livemode, escrow_salt)
  return known !== null && isSameAddress(escrow, known)
}
