import { readFileSync, writeFileSync } from 'node:fs'
import { keccak256, toHex } from 'viem'
import { type MeterTerms, meterDigest, openingDigest, openingTypedData, termsToWire } from '../src/terms.ts'
import type { Address } from '../src/types.ts'

/** Writes vectors/terms.json, which TypeScript and Solidity tests share. `--check` only says whether it is current. */
const file = new URL('../vectors/terms.json', import.meta.url)

const address = (seed: string): Address => `0x${keccak256(toHex(seed)).slice(26)}`

const base: MeterTerms = {
  payer: address('payer'),
  merchant: address('merchant'),
  operator: address('operator'),
  token: address('token'),
  feeRecipient: address('fee recipient'),
  feeBps: 100,
  ratePerSecond: 277_000_000_000_000n,
  maxSeconds: 3600,
  stopGrace: 86_400,
  openBy: 1_800_001_800,
  expiry: 1_800_001_800 + 3600 + 2_592_000,
  salt: keccak256(toHex('sub_1')),
}

const cases: { name: string; chainId: number; escrow: Address; terms: MeterTerms; seconds: number[] }[] = [
  {
    name: 'an hour at $0.000277',
    chainId: 31_337,
    escrow: address('escrow'),
    terms: base,
    seconds: [0, 1, 59, 60, 3599, 3600],
  },
  {
    name: 'a rate below one base unit',
    chainId: 143,
    escrow: address('escrow'),
    terms: {
      ...base,
      ratePerSecond: 3_850_000_000_007n / 10n,
      maxSeconds: 2_592_000,
      expiry: base.openBy + 5_184_000,
    },
    seconds: [0, 1, 2, 3, 1_000_003, 2_592_000],
  },
  {
    name: 'the smallest rate',
    chainId: 1,
    escrow: address('other escrow'),
    terms: { ...base, ratePerSecond: 1n, maxSeconds: 60 },
    seconds: [0, 1, 60],
  },
  {
    name: 'a free meter',
    chainId: 31_337,
    escrow: address('escrow'),
    terms: { ...base, ratePerSecond: 0n, feeBps: 0 },
    seconds: [0, 3600],
  },
  {
    name: 'the largest rate for the longest time',
    chainId: 31_337,
    escrow: address('escrow'),
    terms: {
      ...base,
      feeBps: 1000,
      ratePerSecond: 10n ** 33n - 1n,
      maxSeconds: 2_592_000,
      expiry: base.openBy + 2_592_000 + 5_184_000,
      stopGrace: 604_800,
    },
    seconds: [1, 2_591_999, 2_592_000],
  },
]

const vectors = cases.map(({ name, chainId, escrow, terms, seconds }) => {
  const location = { chainId, escrow }
  const typedData = openingTypedData(terms, location)
  return {
    name,
    chain_id: chainId,
    escrow,
    token: terms.token,
    token_name: typedData.domain.name,
    token_version: typedData.domain.version,
    terms: termsToWire(terms),
    digest: meterDigest(terms, location),
    // Written out here in plain integers, so that the package's own arithmetic is tested against something else.
    deposit_wei: ceilDivide(terms.ratePerSecond * BigInt(terms.maxSeconds), 10n ** 12n).toString(),
    accrued: seconds.map(second => {
      const gross = (terms.ratePerSecond * BigInt(second)) / 10n ** 12n
      return {
        seconds: second,
        gross_wei: gross.toString(),
        fee_wei: ((gross * BigInt(terms.feeBps)) / 10_000n).toString(),
      }
    }),
    typed_data_digest: openingDigest(typedData),
  }
})

function ceilDivide(a: bigint, b: bigint): bigint {
  return a % b === 0n ? a / b : a / b + 1n
}

const text = `${JSON.stringify(vectors, null, 2)}\n`
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      'packages/protocol/vectors/terms.json is stale: run npm run generate -w @per-second/protocol\n',
    )
    process.exit(1)
  }
} else {
  writeFileSync(file, text)
}
