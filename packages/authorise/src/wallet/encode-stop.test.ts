import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { type MeterTerms, termsToWire } from '@per-second/protocol/terms'
import type { Hex } from '@per-second/protocol/types'
import fc from 'fast-check'
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { encodeStop } from './encode-stop.ts'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map(value => `0x${Buffer.from(value).toString('hex')}` as Hex)
const upTo = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })

const anyTerms: fc.Arbitrary<MeterTerms> = fc.record({
  payer: bytes(20),
  merchant: bytes(20),
  operator: bytes(20),
  token: bytes(20),
  feeRecipient: bytes(20),
  feeBps: upTo(16),
  ratePerSecond: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  maxSeconds: fc.maxSafeNat().map(value => value % 2 ** 32),
  stopGrace: fc.maxSafeNat().map(value => value % 2 ** 32),
  openBy: fc.maxSafeNat().map(value => value % 2 ** 40),
  expiry: fc.maxSafeNat().map(value => value % 2 ** 40),
  salt: bytes(32),
})

test('encodes any terms as the escrow’s own ABI does', () => {
  fc.assert(
    fc.property(anyTerms, terms => {
      const data = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'stop', args: [terms] })
      expect(encodeStop(termsToWire(terms))).toBe(data)
    }),
  )
})
