import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import { meterEscrowBytecode } from '@per-second/contracts/bytecode'
import type { Address, Hex } from '@per-second/protocol/types'
import { isSameAddress } from '../chains/is-same-address.ts'

/** The escrow's runtime code: the constructor of 26 bytes returns the rest. */
export const ESCROW_CODE: Hex = `0x${meterEscrowBytecode.slice(2 + 2 * 26)}`

/** Whether a chain in memory has the escrow at an address. */
export function isFakeEscrow(address: Address): boolean {
  return [testEscrowAddress, liveEscrowAddress].some(escrow => isSameAddress(escrow, address))
}
