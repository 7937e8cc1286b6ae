import type { Address, Hex } from '@per-second/protocol/types'
import { BaseError } from 'viem'
import { parseErc6492Signature } from 'viem/utils'
import { isUndeployedSignature } from '../../domain/undeployed-signature.ts'

/** How a wallet is deployed, and what it signs with once it is (ERC-6492). */
export type UndeployedWallet = { factory: Address; data: Hex; signature: Hex }

/** Null for any other signature, and for one that only pretends. */
export function undeployedWallet(signature: Hex): UndeployedWallet | null {
  if (!isUndeployedSignature(signature)) return null
  try {
    const { address, data, signature: inner } = parseErc6492Signature(signature)
    return address && data ? { factory: address, data, signature: inner } : null
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/** What the token is given: it knows nothing of ERC-6492. */
export function signatureForToken(signature: Hex): Hex {
  return undeployedWallet(signature)?.signature ?? signature
}
