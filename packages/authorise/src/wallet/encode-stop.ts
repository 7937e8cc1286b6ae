import type { Hex, WireMeterTerms } from '@per-second/protocol/types'
import { concatHex, numberToHex, padHex } from 'viem'

/** Selector of the escrow's `stop(MeterTerms)`. */
const STOP: Hex = '0x8df5f83d'

/** Calldata of the payer's `stop`. Each field of the terms is one word, so the struct is its words in order. */
export function encodeStop(terms: WireMeterTerms): Hex {
  const words = [
    terms.payer,
    terms.merchant,
    terms.operator,
    terms.token,
    terms.fee_recipient,
    numberToHex(terms.fee_bps),
    numberToHex(BigInt(terms.rate_per_second)),
    numberToHex(terms.max_seconds),
    numberToHex(terms.stop_grace),
    numberToHex(terms.open_by),
    numberToHex(terms.expiry),
    terms.salt,
  ]
  return concatHex([STOP, ...words.map(word => padHex(word, { size: 32 }))]).toLowerCase() as Hex
}
