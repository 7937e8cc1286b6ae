import type { Hex } from '@per-second/protocol/types'

const MAGIC = '6492'.repeat(16)

/** Whether a signature is of a wallet that may have no code yet, and says how to deploy it (ERC-6492). */
export function isUndeployedSignature(signature: Hex): boolean {
  return signature.toLowerCase().endsWith(MAGIC)
}
