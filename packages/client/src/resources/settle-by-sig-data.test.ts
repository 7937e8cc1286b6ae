import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { termsFromWire } from '@per-second/protocol/terms'
import type { Hex, Statement } from '@per-second/protocol/types'
import fc from 'fast-check'
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { settleBySigData } from './settle-by-sig-data.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((found): Hex => `0x${Buffer.from(found).toString('hex')}`)
const upTo = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })
const address = hex(20)
const statements: fc.Arbitrary<Statement> = fc.record({
  object: fc.constant('statement' as const),
  ...{ meter: hex(32), to_second: upTo(31), signature: hex(65), escrow: address, chain_id: upTo(31) },
  terms: fc.record({
    ...{ payer: address, merchant: address, operator: address, token: address, fee_recipient: address },
    ...{ fee_bps: upTo(16), rate_per_second: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(String) },
    ...{ max_seconds: upTo(31), stop_grace: upTo(31), open_by: upTo(40), expiry: upTo(40), salt: hex(32) },
  }),
})

test('behaviour: a statement is encoded as the escrow’s own ABI has it', () => {
  fc.assert(
    fc.property(statements, statement => {
      const { terms, to_second: toSecond, signature } = statement
      const args = [termsFromWire(terms), toSecond, signature] as const
      const expected = encodeFunctionData({ abi: meterEscrowAbi, functionName: 'settleBySig', args })
      expect(settleBySigData(statement)).toBe(expected)
    }),
  )
})

test('error: a value that is no statement is refused by name', () => {
  const [statement] = fc.sample(statements, 1) as [Statement]
  const refusal = (changes: object) => () => settleBySigData({ ...statement, ...changes } as Statement)
  expect(refusal({ signature: '0x12' })).toThrow(
    expect.objectContaining({ code: 'parameter_invalid', param: 'signature' }),
  )
  expect(refusal({ terms: { ...statement.terms, payer: 'somebody' } })).toThrow(
    expect.objectContaining({ code: 'parameter_invalid', param: 'terms' }),
  )
})
