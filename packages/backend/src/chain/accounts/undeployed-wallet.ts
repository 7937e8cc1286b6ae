import { type EscrowLocation, openingDigest, openingTypedData } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { BaseError } from 'viem'
import { parseErc6492Signature } from 'viem/utils'
import { isUndeployedSignature } from '../../domain/undeployed-signature.ts'
import type { Opening } from '../chain.ts'
import { recovers } from './recovers.ts'

/** How a wallet is deployed, and its signature once it is (ERC-6492). */
export type UndeployedWallet = { factory: Address; data: Hex; signature: Hex }

/** Null for any other signature, and for a false imitation. */
function undeployedWallet(signature: Hex): UndeployedWallet | null {
  if (!isUndeployedSignature(signature)) return null
  try {
    const { address, data, signature: inner } = parseErc6492Signature(signature)
    return address && data ? { factory: address, data, signature: inner } : null
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/**
 * The wallet whose deployment an opening waits for, as its signature says. Null where the inner signature is the
 * payer's own key's: otherwise a plain key could have other people's wallets deployed.
 */
export async function walletOfOpening(
  { terms, signature }: Opening,
  location: EscrowLocation,
): Promise<UndeployedWallet | null> {
  const wallet = undeployedWallet(signature)
  if (wallet === null) return null
  const digest = openingDigest(openingTypedData(terms, location))
  return (await recovers(terms.payer, digest, wallet.signature)) ? null : wallet
}

/** The signature for the token, which does not support ERC-6492. */
export function signatureForToken(signature: Hex): Hex {
  return undeployedWallet(signature)?.signature ?? signature
}
