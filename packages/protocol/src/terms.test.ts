import { describe, expect, test } from 'vitest'
import vectors from '../vectors/terms.json' with { type: 'json' }
import { dueInBaseUnits, feeInBaseUnits } from './money.ts'
import {
  depositOfTerms,
  meterDigest,
  openingDigest,
  openingTypedData,
  saltOfMeter,
  termsFromWire,
  termsToWire,
} from './terms.ts'
import type { Address, WireMeterTerms } from './types.ts'

describe.each(vectors)('vector: $name', vector => {
  const wire = vector.terms as WireMeterTerms
  const terms = termsFromWire(wire)
  const location = { chainId: vector.chain_id, escrow: vector.escrow as Address }

  // docs/money.md, rule 40
  test('terms survive the wire', () => {
    expect(termsToWire(terms)).toEqual(wire)
  })

  test('digests and deposit', () => {
    expect(meterDigest(terms, location)).toBe(vector.digest)
    expect(depositOfTerms(terms).toString()).toBe(vector.deposit_wei)
    expect(openingDigest(openingTypedData(terms, location))).toBe(vector.typed_data_digest)
  })

  test('accrual and fee', () => {
    for (const { seconds, gross_wei, fee_wei } of vector.accrued) {
      const gross = dueInBaseUnits(terms.ratePerSecond, seconds)
      expect({ gross: gross.toString(), fee: feeInBaseUnits(gross, terms.feeBps).toString() }).toEqual({
        gross: gross_wei,
        fee: fee_wei,
      })
    }
  })
})

// docs/money.md, rules 4 and 40
test('openingTypedData: exactly the input of eth_signTypedData_v4', () => {
  const [vector] = vectors
  if (!vector) throw new Error('no vectors')
  const location = { chainId: vector.chain_id, escrow: vector.escrow as Address }
  const typedData = openingTypedData(termsFromWire(vector.terms as WireMeterTerms), location)
  expect(JSON.parse(JSON.stringify(typedData))).toEqual({
    domain: { name: 'Agora Dollar', version: '1', chainId: 31_337, verifyingContract: vector.token },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: vector.terms.payer,
      to: vector.escrow,
      value: '997200',
      validAfter: '0',
      validBefore: vector.terms.open_by.toString(),
      nonce: vector.digest,
    },
  })
})

test('the salt is the hash of session and subscription with a colon between', () => {
  // By viem's keccak256, of the ten bytes of "cs_1:sub_1".
  expect(saltOfMeter('cs_1', 'sub_1')).toBe(
    '0x31ddcba7c3c7c400f6d2c90d94e543c5bbb89b1ebedefb7a5f047c957e648d3b',
  )
  expect(saltOfMeter('cs_2', 'sub_1')).not.toBe(saltOfMeter('cs_1', 'sub_1'))
})
