import { openingDigest } from '@per-second/protocol/terms'
import type { Address, Hex, WireTypedData } from '@per-second/protocol/types'
import { isAddressEqual, recoverAddress } from 'viem'

export type RecoversToParameters = { typedData: WireTypedData; signature: Hex; payer: Address }

/** Half the order of secp256k1: the token refuses the other half, in which every signature has a twin. */
const GREATEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Whether a signature over the opening is the payer's by itself, as the token's own recovery would find: then a service that calls
 * it invalid is not to be believed. False for a contract wallet's, which only its contract can judge.
 */
export async function recoversTo({ typedData, signature, payer }: RecoversToParameters): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{128}1[bc]$/i.test(signature)) return false
  if (BigInt(`0x${signature.slice(66, 130)}`) > GREATEST_S) return false
  try {
    return isAddressEqual(await recoverAddress({ hash: openingDigest(typedData), signature }), payer)
  } catch {
    return false
  }
}
