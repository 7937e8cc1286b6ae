import type { Hex } from '@per-second/protocol/types'
import { call } from 'viem/actions'
import { toChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

/** Codes that `eth_call` has for a failed execution only: geth's and anvil's 3, EIP-1474's -32003, Nethermind's -32015. */
const EXECUTION_FAILED = new Set([3, -32_003, -32_015])

/** Codes for it (out of gas, say) that nodes also have for troubles of their own. */
const AMBIGUOUS = new Set([-32_000, -32_603])

/** A call that succeeds wherever calls do: the identity precompile. */
const HARMLESS_CALL = { to: '0x0000000000000000000000000000000000000004', data: '0x' } as const

export type CallBlock = { blockNumber: bigint } | { blockTag: 'latest' | 'pending' }

/**
 * What a failed `eth_call` reverted with, `0x` if nothing; null when it says nothing about the call.
 *
 * @param error as viem's action threw it
 * @param block at which the call failed: a node that does not have it fails every call there
 */
export async function revertDataOf(
  client: ChainClient,
  error: unknown,
  block: CallBlock = { blockTag: 'latest' },
): Promise<Hex | null> {
  const rejection = toChainError(error)
  if (!(rejection instanceof RpcRejection)) return null
  const data = hexIn(rejection.data)
  if (data !== null) return data
  if (EXECUTION_FAILED.has(rejection.rpcCode)) return '0x'
  if (!AMBIGUOUS.has(rejection.rpcCode)) return null
  // A node that runs another call refused this one for what it does.
  await call(client, { ...HARMLESS_CALL, ...block })
  return '0x'
}

/** Some nodes wrap the bytes once more. */
function hexIn(data: unknown): Hex | null {
  const inner = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return typeof inner === 'string' && /^0x[0-9a-f]*$/i.test(inner) ? (inner as Hex) : null
}
