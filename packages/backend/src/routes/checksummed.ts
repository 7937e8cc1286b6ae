import { AUSD_ADDRESS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import { properAddress } from '@per-second/protocol/keccak'
import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import { isZeroAddress } from '../domain/is-zero-address.ts'
import { SHARED_ESCROWS } from '../domain/shared-escrow.ts'

/**
 * An address in its EIP-55 form. Mixed case with a wrong checksum is refused rather than paid, and so is the zero address: it signs
 * nothing, and neither the escrow nor the token takes it.
 *
 * @throws {ApiError} `parameter_invalid`
 */
export function checksummed(address: Address, param: string): Address {
  const proper = properAddress(address)
  if (proper === null)
    throw new ApiError(
      'parameter_invalid',
      'The checksum of this address is wrong (EIP-55). Copy the address again, or write it in lower case.',
      { param },
    )
  if (isZeroAddress(proper))
    throw new ApiError('parameter_invalid', 'This is the zero address, which has no owner.', { param })
  return proper
}

const CONTRACTS: readonly Address[] = [...Object.values(SHARED_ESCROWS), AUSD_ADDRESS, TEST_AUSD_ADDRESS]

/**
 * Where a merchant is paid, in its EIP-55 form. The escrow opens no meter for itself or for the token, so that such a merchant
 * could sell nothing.
 *
 * @throws {ApiError} `parameter_invalid`
 */
export function payoutAddress(address: Address): Address {
  const param = 'payout_address'
  const proper = checksummed(address, param)
  if (CONTRACTS.includes(proper))
    throw new ApiError(
      'parameter_invalid',
      'This is the address of an escrow or of the token, where money would be lost. Pass the address to be paid.',
      { param },
    )
  return proper
}
