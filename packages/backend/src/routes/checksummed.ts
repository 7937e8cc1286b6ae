import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'

/**
 * An address in its EIP-55 form. Mixed case that does not add up is a typing mistake, and is refused rather than paid.
 *
 * @throws {ApiError} `parameter_invalid`
 */
export async function checksummed(address: Address, param: string): Promise<Address> {
  // Loaded on first use: it takes longer to load than the service takes to start.
  const { getAddress } = await import('viem/utils')
  const proper = getAddress(address)
  const digits = address.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && proper !== address) {
    throw new ApiError('parameter_invalid', 'The capitals of this address do not add up (EIP-55).', { param })
  }
  return proper
}
