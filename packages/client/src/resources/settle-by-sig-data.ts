import type { Hex, Statement } from '@per-second/protocol/types'
import { InvalidRequestError } from '../request/errors.ts'

/** Selector of the escrow's `settleBySig(MeterTerms,uint32,bytes)`. */
const SELECTOR = '20337f2a'

/** Where the signature begins: after the terms' twelve words, the second and this offset itself. */
const SIGNATURE_OFFSET = 14n * 32n

/**
 * Calldata that brings a statement to the escrow (Solidity's ABI). Every field of the terms is one word.
 *
 * @throws {InvalidRequestError} `parameter_invalid` for a value that is no statement
 */
export function settleBySigData({ terms, to_second: toSecond, signature }: Statement): Hex {
  const digits = /^0x([0-9a-f]{130})$/i.exec(signature)?.[1]
  if (digits === undefined) throw invalid('signature')
  const words = [
    terms.payer,
    terms.merchant,
    terms.operator,
    terms.token,
    terms.fee_recipient,
    terms.fee_bps,
    terms.rate_per_second,
    terms.max_seconds,
    terms.stop_grace,
    terms.open_by,
    terms.expiry,
    terms.salt,
    toSecond,
    SIGNATURE_OFFSET,
    digits.length / 2,
  ]
  return `0x${SELECTOR}${words.map(word).join('')}${digits.padEnd(192, '0')}`
}

function word(value: string | number | bigint): string {
  try {
    return BigInt(value).toString(16).padStart(64, '0')
  } catch (cause) {
    throw invalid('terms', cause)
  }
}

function invalid(param: string, cause?: unknown): InvalidRequestError {
  const message = `"${param}" is not that of a statement. Pass what statements.retrieve gave, unchanged.`
  return new InvalidRequestError('invalid_request_error', message, {
    param,
    code: 'parameter_invalid',
    ...(cause !== undefined && { cause }),
  })
}
