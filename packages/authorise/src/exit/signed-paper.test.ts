import { meterDigest, termsFromWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import { describe, expect, test } from 'vitest'
import { formatStop, parseMeter, parsePaper } from './signed-paper.ts'

const party = (digit: number) => `0x${`${digit}`.repeat(40)}` as const
const WIRE: WireMeterTerms = {
  ...{ payer: party(1), merchant: party(2), operator: party(3), token: party(4), fee_recipient: party(5) },
  ...{ fee_bps: 100, rate_per_second: '277000000000000', max_seconds: 3_600, stop_grace: 86_400 },
  ...{ open_by: 1_800_000_900, expiry: 1_802_596_500, salt: `0x${'ab'.repeat(32)}` },
}
const terms = termsFromWire(WIRE)
const place = { chainId: 1, escrow: party(6) }
const meterId = meterDigest(terms, place)
const signature = `0x${'0b'.repeat(65)}` as const
const STOP = { kind: 'stop', ...place, meterId, terms, signature } as const
const STATEMENT = {
  ...{ object: 'statement', meter: meterId, to_second: 1_800, signature, escrow: place.escrow, chain_id: 1 },
  terms: WIRE,
}

test('default: a signed stop survives its text form', () => {
  expect(parsePaper(formatStop(STOP))).toEqual(STOP)
})

test('default: a statement is read in the service’s form', () => {
  expect(parsePaper(JSON.stringify(STATEMENT))).toEqual({ ...STOP, kind: 'statement', toSecond: 1_800 })
})

test('default: terms are read in the element’s form', () => {
  expect(parseMeter(JSON.parse(JSON.stringify(WIRE)))).toEqual({ terms, escrow: null, chainId: null })
})

test('behaviour: a receipt names chain and escrow of its meter', () => {
  const receipt = { object: 'receipt', version: 1, escrow: place.escrow, chain_id: 1, terms: WIRE }
  expect(parseMeter(receipt)).toEqual({ terms, escrow: place.escrow, chainId: 1 })
})

describe('error: a text without a meter, or with an impossible place', () => {
  test.each([
    [{}, '"terms" are not those of a meter: a field is missing, too large or of another kind.'],
    [{ terms: WIRE, escrow: 'mine' }, '"escrow" is no address.'],
    [{ terms: WIRE, chain_id: '1' }, '"chain_id" is no whole number.'],
  ])('%j', (fields, message) => {
    expect(() => parseMeter(fields)).toThrow(expect.objectContaining({ code: 'paper_invalid', message }))
  })
})

describe('error: a forged paper is refused, by name', () => {
  test.each([
    ['', 'This is no JSON. Paste the whole text, with both braces.'],
    ['[', 'This is no JSON. Paste the whole text, with both braces.'],
    [
      { ...STATEMENT, object: 'invoice' },
      'This is not a signed stop, a statement or a receipt: its "object" has another value.',
    ],
    [{ ...STATEMENT, signature: 'yes' }, '"signature" is missing, or not hexadecimal.'],
    [{ ...STATEMENT, escrow: party(6).slice(1) }, '"escrow" is missing, or no address.'],
    [{ ...STATEMENT, chain_id: '1' }, '"chain_id" is missing, or no whole number.'],
    [{ ...STATEMENT, to_second: 2 ** 32 }, '"to_second" is missing, or no whole number of 32 bits.'],
    [{ ...STATEMENT, to_second: -1 }, '"to_second" is missing, or no whole number of 32 bits.'],
    [{ ...STATEMENT, terms: undefined }, '"terms" are missing.'],
    [
      { ...STATEMENT, terms: { ...WIRE, rate_per_second: 277 } },
      '"terms" are not those of a meter: a field is missing, too large or of another kind.',
    ],
    // Wider than its field: no escrow can have opened such a meter.
    [
      { ...STATEMENT, terms: { ...WIRE, fee_bps: 65_536 } },
      '"terms" are not those of a meter: a field is missing, too large or of another kind.',
    ],
    [
      { ...STATEMENT, terms: { ...WIRE, max_seconds: 3_601 } },
      '"meter" is not the meter of these terms: something was changed.',
    ],
    [{ ...STATEMENT, chain_id: 2 }, '"meter" is not the meter of these terms: something was changed.'],
  ])('%j', (paper, message) => {
    const text = typeof paper === 'string' ? paper : JSON.stringify(paper)
    expect(() => parsePaper(text)).toThrow(expect.objectContaining({ code: 'paper_invalid', message }))
  })
})
