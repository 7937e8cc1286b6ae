import {
  liveEscrowAddress,
  meterEscrowCreationCodeHash,
  testEscrowAddress,
} from '@per-second/contracts/addresses'
import { escrowAddress } from '@per-second/protocol/escrow-address'
import type { Address, Hex } from '@per-second/protocol/types'

/** The escrow that services share in a mode, unless they have one of their own. */
export function sharedEscrow(livemode: boolean): Address {
  return livemode ? liveEscrowAddress : testEscrowAddress
}

/**
 * The escrow of a mode: the one that services share, or, by the salt that a service states, its own. That address can
 * hold only our code (docs/money.md, rule 5). Null for a salt that leads to the other mode's shared one.
 *
 * @param salt 32 bytes, or null or nothing for the shared one
 */
export function escrowOf(livemode: boolean, salt: Hex | null | undefined): Address | null {
  if (!salt) return sharedEscrow(livemode)
  const own = escrowAddress(meterEscrowCreationCodeHash, salt)
  return own === sharedEscrow(!livemode) ? null : own
}
