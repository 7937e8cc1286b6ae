import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Address, Hex } from './types.ts'

/** keccak256 of bytes, or of a text's UTF-8. */
export function keccak(data: Uint8Array | string): Uint8Array {
  return keccak_256(typeof data === 'string' ? utf8ToBytes(data) : data)
}

export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}

/** @throws {TypeError} unless it is 0x and exactly `length` bytes in hexadecimal */
export function fromHex(hex: string, length: number): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(hex) || hex.length !== 2 + 2 * length)
    throw new TypeError(`${length} bytes in hexadecimal are needed`)
  return hexToBytes(hex.slice(2))
}

/** The address with its checksum in the capitals (EIP-55). @throws {TypeError} for text that is no address */
export function checksumAddress(address: string): Address {
  const digits = toHex(fromHex(address, 20)).slice(2)
  const hash = toHex(keccak(digits)).slice(2)
  const capitals = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${capitals.join('')}`
}

/**
 * An address in its EIP-55 form, or null for mixed case with a wrong checksum, which is a typing mistake.
 *
 * @throws {TypeError} for text that is no address
 */
export function properAddress(address: string): Address | null {
  const proper = checksumAddress(address)
  const digits = address.slice(2)
  return [proper.slice(2), digits.toLowerCase(), digits.toUpperCase()].includes(digits) ? proper : null
}
