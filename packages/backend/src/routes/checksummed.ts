import { checksumAddress } from '@per-second/protocol/keccak'
import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'

/**
 * An address in its EIP-55 form. Mixed case that does not add up is a typing mistake, and is refused rather than paid.
 *
 * @throws {ApiError} `parameter_invalid`
 */
export function checksummed(address: Address, param: string): Address {
  const proper = checksumAddress(address)
  const digits = address.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && proper !== address) {
    throw new ApiError('parameter_invalid', 'The capitals of this address do not add up (EIP-55).', { param })
  }
  return proper
}
