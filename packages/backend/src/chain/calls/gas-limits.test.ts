import { EMBEDDED_CHAIN_ID, KNOWN_CHAINS } from '@per-second/protocol/chains'
import { authoriseBodySchema } from '@per-second/protocol/schema'
import type { MeterTerms } from '@per-second/protocol/terms'
import { hexToBytes } from 'viem/utils'
import { expect, test } from 'vitest'
import { billsGasLimit } from './billed-gas-limit.ts'
import { encodeCall } from './encode-call.ts'
import { gasLimitOf, MAX_BATCH_ITEMS, OPENING_GAS } from './gas-limits.ts'

const EIP_7825_LIMIT = 16_777_216n

const termsOf = (merchant: number): MeterTerms => ({
  payer: '0x01',
  merchant: `0x${merchant}`,
  operator: '0x02',
  token: '0x03',
  feeRecipient: '0x04',
  feeBps: 100,
  ratePerSecond: 1n,
  maxSeconds: 60,
  stopGrace: 0,
  openBy: 0,
  expiry: 0,
  salt: '0x',
})
const batchOf = (merchants: number[], kind: 'settleBatch' | 'closeBatch' = 'settleBatch') =>
  gasLimitOf({
    kind,
    items: merchants.map(merchant => ({ terms: termsOf(merchant), toSecond: 1 })),
  })

test('an opening is sent with at most 500,000 gas', () => {
  expect(gasLimitOf({ kind: 'open', terms: termsOf(1), signature: '0x' })).toBe(500_000n)
})

// docs/money.md, rule 10
test('an opening with the longest accepted signature fits, with any bytes (EIP-7623)', () => {
  const address = `0x${'ff'.repeat(20)}` as const
  const terms: MeterTerms = {
    ...termsOf(1),
    ...{ payer: address, merchant: address, operator: address, token: address, feeRecipient: address },
    salt: `0x${'ff'.repeat(32)}`,
  }
  const signature = `0x${'ff'.repeat(8_192)}` as const
  const body = { draft: 'd', secret: 'ab'.repeat(32), email: 'ada@example.com' }
  const fits = (more: string) =>
    authoriseBodySchema.safeParse({ ...body, signature: signature + more }).success
  expect([fits(''), fits('ff')]).toEqual([true, false])
  const data = hexToBytes(encodeCall({ kind: 'open', terms, signature }))
  const tokens = data.reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0)
  expect(21_000n + 10n * BigInt(tokens)).toBeLessThan(OPENING_GAS)
})

test('neighbours with the same recipients share their transfers', () => {
  expect(batchOf([1, 1, 1])).toBe(60_000n + 3n * 35_000n + 130_000n)
  expect(batchOf([1, 2, 1])).toBe(60_000n + 3n * 35_000n + 3n * 130_000n)
})

test('in a batch of closings each payer has a transfer of their own', () => {
  expect(batchOf([1, 1, 1], 'closeBatch')).toBe(60_000n + 3n * 165_000n + 130_000n)
})

test('the largest batch of openings has a share for each, and fits one transaction', () => {
  const items = Array.from({ length: MAX_BATCH_ITEMS.openBatch }, () => ({
    terms: termsOf(1),
    signature: '0x' as const,
  }))
  expect(gasLimitOf({ kind: 'openBatch', items })).toBe(60_000n + 50n * 230_000n)
  expect(gasLimitOf({ kind: 'openBatch', items })).toBeLessThanOrEqual(EIP_7825_LIMIT)
})

test.each(['settleBatch', 'closeBatch'] as const)(
  'the largest %s fits one transaction, with any recipients',
  kind => {
    const merchants = Array.from({ length: MAX_BATCH_ITEMS[kind] }, (_, index) => index)
    expect(batchOf(merchants, kind)).toBeLessThanOrEqual(EIP_7825_LIMIT)
  },
)

test('only Monad and its test network bill the limit', () => {
  const known = KNOWN_CHAINS.map(({ chainId }) => chainId)
  const ids = new Set([...known, EMBEDDED_CHAIN_ID, 10_143])
  expect([...ids].filter(billsGasLimit)).toEqual([143, 10_143])
})
