import { AUSD_ADDRESS, TEST_AUSD_ADDRESS } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import { ApiError } from '../domain/api-error.ts'
import { SHARED_ESCROWS } from '../domain/shared-escrow.ts'
import { checksummed } from './checksummed.ts'

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
