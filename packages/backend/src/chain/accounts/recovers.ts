import type { Address, Hex } from '@per-second/protocol/types'
import { recoverAddress } from 'viem/utils'

/** Whether a signature in any form is of the address's own key. */
export async function recovers(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() === address.toLowerCase()
  } catch {
    // Bytes that are no point on the curve can only be judged by a contract wallet.
    return false
  }
}
