import fc from 'fast-check'
import { getCreate2Address } from 'viem'
import { expect, test } from 'vitest'
import { escrowAddress } from './escrow-address.ts'
import { toHex } from './keccak.ts'

const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

// docs/money.md, rule 5
test('escrowAddress: the address that CREATE2 gives, for any code and salt', () => {
  fc.assert(
    fc.property(word, word, (bytecodeHash, salt) => {
      expect(escrowAddress(bytecodeHash, salt)).toBe(
        getCreate2Address({ from: DEPLOYER, salt, bytecodeHash }),
      )
    }),
  )
})

test.each(['0x', '0x12', `0x${'00'.repeat(33)}`, '00'.repeat(32)])('escrowAddress refuses %s', malformed => {
  const zeros = `0x${'00'.repeat(32)}` as const
  expect(() => escrowAddress(malformed as `0x${string}`, zeros)).toThrow(TypeError)
  expect(() => escrowAddress(zeros, malformed as `0x${string}`)).toThrow(TypeError)
})
