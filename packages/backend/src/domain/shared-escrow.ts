import { liveEscrowAddress, testEscrowAddress } from '@per-second/contracts/addresses'
import type { Address } from '@per-second/protocol/types'
import type { Mode } from './entities.ts'

/** The escrow that services share in each mode, unless they have one of their own (docs/money.md, rule 5). */
export const SHARED_ESCROWS: Record<Mode, Address> = { test: testEscrowAddress, live: liveEscrowAddress }

export function isSharedEscrow(mode: Mode, escrow: Address): boolean {
  return escrow.toLowerCase() === SHARED_ESCROWS[mode].toLowerCase()
}
