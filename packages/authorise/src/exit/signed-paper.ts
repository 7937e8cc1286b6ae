import { type MeterTerms, meterDigest, termsFromWire, termsToWire } from '@per-second/protocol/terms'
import type { Address, Hex, WireMeterTerms } from '@per-second/protocol/types'
import { TERMS_SHAPE } from '../receipt/receipt-shape.ts'
import { anObject, parsedJson, whole, wrongField } from '../service/shape.ts'
import { isHexAddress } from '../signing/pins.ts'
import { ExitError } from './exit-error.ts'
import { quoteForeign } from './quote-foreign.ts'

/** A payer's signed stop, which any account may send to the escrow. */
export type SignedStop = { kind: 'stop' } & Paper

/** An operator's signed number of seconds that a meter may be charged in all, which any account may send to the escrow. */
export type Statement = { kind: 'statement'; toSecond: number } & Paper

type Paper = { chainId: number; escrow: Address; meterId: Hex; terms: MeterTerms; signature: Hex }

const isWhole = whole(0)

const NO_TERMS = '"terms" are not those of a meter: a field is missing, too large or of another kind.'

/** The stop as a text for another copy of this page, on any machine and at any later time. */
export function formatStop(stop: SignedStop): string {
  const { chainId, escrow, meterId, terms, signature } = stop
  const paper = { object: 'stop', meter: meterId, signature, escrow, chain_id: chainId }
  return JSON.stringify({ ...paper, terms: termsToWire(terms) }, null, 2)
}

/**
 * Reads a signed stop or a statement, and checks that its terms are those of the named meter.
 *
 * @throws {ExitError} `paper_invalid`
 */
export function parsePaper(text: string): SignedStop | Statement {
  const fields = parseFields(text)
  const { object, meter, signature, escrow, chain_id: chainId, to_second: toSecond } = fields
  if (object !== 'stop' && object !== 'statement')
    throw invalid('This is not a signed stop, a statement or a receipt: its "object" has another value.')
  if (!isHex(signature)) throw invalid('"signature" is missing, or not hexadecimal.')
  if (!isHexAddress(escrow)) throw invalid('"escrow" is missing, or no address.')
  if (!isWhole(chainId)) throw invalid('"chain_id" is missing, or no whole number.')
  const terms = parseTerms(fields.terms)
  const meterId = meterDigest(terms, { chainId, escrow })
  if (meter !== meterId) throw invalid('"meter" is not the meter of these terms: something was changed.')
  const paper = { chainId, escrow, meterId, terms, signature }
  if (object === 'stop') return { kind: 'stop', ...paper }
  if (!isWhole(toSecond) || toSecond >= 2 ** 32)
    throw invalid('"to_second" is missing, or no whole number of 32 bits.')
  return { kind: 'statement', toSecond, ...paper }
}

/**
 * The meter of copied terms, or of an object that contains them and may name its chain and escrow: a receipt, or a card of this page.
 *
 * @throws {ExitError} `paper_invalid`
 */
export function parseMeter(fields: Record<string, unknown>): {
  terms: MeterTerms
  escrow: Address | null
  chainId: number | null
} {
  const { escrow = null, chain_id: chainId = null } = fields
  const terms = parseTerms(fields.terms ?? fields)
  if (escrow !== null && !isHexAddress(escrow)) throw invalid('"escrow" is no address.')
  if (chainId !== null && !isWhole(chainId)) throw invalid('"chain_id" is no whole number.')
  return { terms, escrow, chainId }
}

/** @throws {ExitError} `paper_invalid` */
function parseTerms(value: unknown): MeterTerms {
  if (!anObject(value)) throw invalid('"terms" are missing.')
  if (wrongField(value, TERMS_SHAPE) !== null) throw invalid(NO_TERMS)
  const terms = termsFromWire(value as WireMeterTerms)
  try {
    // Throws for a value that is wider than its field.
    meterDigest(terms, { chainId: 1, escrow: terms.token })
  } catch {
    throw invalid(NO_TERMS)
  }
  return terms
}

/** @throws {ExitError} `paper_invalid` */
export function parseAddress(text: string): Address {
  if (isHexAddress(text)) return text
  throw invalid(`${quoteForeign(text, 60)} is no address. An address is 0x and 40 hexadecimal digits.`)
}

/** @throws {ExitError} `paper_invalid` */
export function parseFields(text: string): Record<string, unknown> {
  const value = parsedJson(text)
  if (anObject(value)) return value as Record<string, unknown>
  throw invalid('This is no JSON. Paste the whole text, with both braces.')
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)
}

function invalid(message: string): ExitError {
  return new ExitError('paper_invalid', message)
}
