import type { Hex } from '@per-second/protocol/types'
import { toChainError } from '../chain-error.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

export type CallBlock = { blockNumber: bigint } | { blockTag: 'latest' | 'pending' }

/** The revert data of a failed call, `0x` if empty, or null when the failure proves nothing about the call. */
export function revertDataOf(error: unknown): Hex | null {
  const refusal = toChainError(error)
  return refusal instanceof RpcRejection ? refusal.reverted : null
}
