import { expect, test } from 'vitest'
import { honestService, STRANGER } from '../../test/honest-service.ts'
import { brokenBound } from './broken-bound.ts'

const { stated, chain } = honestService()
const MOST_RATE = 2n ** 128n - 1n
const LATEST_OPENING = 2 ** 40 - 1
/** Makes the largest deposit that the escrow stores, of the longest meter: 2^96 - 1 base units, a millionth of AUSD each. */
const LARGEST = {
  rate_per_second: (((2n ** 96n - 1n) * 10n ** 12n) / 2_592_000n).toString(),
  max_seconds: 2_592_000,
}

// docs/money.md, rule 2
test.each<[field: string, given: object, isTaken: boolean]>([
  ['token', { token: STRANGER.slice(0, -1) }, false],
  ['payer', { payer: chain.escrow }, false],
  ['fee_bps', { fee_bps: 1_000 }, true],
  ['fee_bps', { fee_bps: 1_001 }, false],
  ['rate_per_second', { rate_per_second: MOST_RATE.toString(), max_seconds: 60 }, true],
  ['rate_per_second', { rate_per_second: (MOST_RATE + 1n).toString(), max_seconds: 60 }, false],
  ['rate_per_second', { rate_per_second: 1 }, false],
  ['rate_per_second', { rate_per_second: '1'.repeat(40) }, false],
  ['rate_per_second', { rate_per_second: '-1' }, false],
  ['max_seconds', { max_seconds: 59 }, false],
  ['max_seconds', { max_seconds: 2_592_001 }, false],
  ['stop_grace', { stop_grace: 604_800 }, true],
  ['stop_grace', { stop_grace: 604_801 }, false],
  ['open_by', { open_by: LATEST_OPENING, expiry: LATEST_OPENING + 3_600 }, true],
  ['open_by', { open_by: LATEST_OPENING + 1, expiry: LATEST_OPENING + 3_601 }, false],
  ['open_by', { open_by: 0 }, false],
  ['expiry', { open_by: 1, expiry: 3_601 + 5_184_000 }, true],
  ['expiry', { open_by: 1, expiry: 3_602 + 5_184_000 }, false],
  ['expiry', { open_by: 1, expiry: 3_600 }, false],
  ['salt', { salt: `0x${'A'.repeat(64)}` }, false],
  ['salt', { salt: [`0x${'a'.repeat(64)}`] }, false],
  ['deposit_wei', { ...LARGEST, open_by: 1, expiry: 2_592_001 }, true],
  [
    'deposit_wei',
    {
      ...LARGEST,
      rate_per_second: String(BigInt(LARGEST.rate_per_second) + 400_000n),
      open_by: 1,
      expiry: 2_592_001,
    },
    false,
  ],
])('%s of %j is taken: %s', (field, given, isTaken) => {
  const broken = brokenBound({ ...stated.terms, ...given }, chain.escrow)
  expect(broken).toBe(isTaken ? null : field)
})
