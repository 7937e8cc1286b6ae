import { METER_TERMS_TYPES, termsFromWire } from '@per-second/protocol/terms'
import type { Hex, WireMeterTerms } from '@per-second/protocol/types'
import { concatHex, numberToHex } from 'viem'

/** Selector of the escrow's `stop(MeterTerms)`. */
const STOP: Hex = '0x8df5f83d'

/** Calldata of the payer's `stop`. Each field of the terms is one word, so the struct is its words in the order of its type. */
export function encodeStop(wire: WireMeterTerms): Hex {
  const terms = termsFromWire(wire)
  const words = METER_TERMS_TYPES.MeterTerms.map(({ name }) => numberToHex(BigInt(terms[name]), { size: 32 }))
  return concatHex([STOP, ...words])
}
