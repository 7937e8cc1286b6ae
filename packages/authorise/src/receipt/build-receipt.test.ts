import { keccak256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { receiptChecksum } from './build-receipt.ts'

// The fields as JSON without white space, keys sorted by code unit, hashed in UTF-8.
test('receiptChecksum: hashes the fields in one order, and not itself', () => {
  const fields = { b: [1, null, { z: 'é', a: true }], a: 'x', checksum: '0x0', B: 2, aa: '1' }
  const canonical = '{"B":2,"a":"x","aa":"1","b":[1,null,{"a":true,"z":"é"}]}'
  expect(receiptChecksum(fields)).toBe(keccak256(stringToHex(canonical)))
  expect(receiptChecksum(Object.fromEntries(Object.entries(fields).reverse()))).toBe(receiptChecksum(fields))
})
