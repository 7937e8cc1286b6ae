import { checksumAddress } from '@per-second/protocol/keccak'
import type { Address } from '@per-second/protocol/types'

/** An address in its EIP-55 form; null for mixed case that does not add up, which is a typing mistake. */
export function properAddress(address: Address): Address | null {
  const proper = checksumAddress(address)
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && proper !== address ? null : proper
}

export function isZeroAddress(address: Address): boolean {
  return /^0x0{40}$/.test(address)
}
