import type { Address, Hex } from '@per-second/protocol/types'
import { estimateGas } from 'viem/actions'
import { toChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'

/** Chains on which a transaction pays for its gas limit instead of its use: Monad and its test network. */
const BILLS_LIMIT = new Set([143, 10_143])

/** The gas for two recipients who may be paid for the first time by then, beside the quarter. */
const SPARE = 25_000n

export function billsGasLimit(chainId: number): boolean {
  return BILLS_LIMIT.has(chainId)
}

/**
 * The gas limit of a call whose limit must be tight, because the limit itself is paid for or a payer's code runs. It is
 * the node's estimate plus a quarter and 25,000, and never more than elsewhere. Constants would not do: such chains
 * have prices of their own for cold storage. A limit that proves too low makes the call revert, never a credit of a
 * payment (docs/money.md, rule 10).
 *
 * @param request.gas the limit elsewhere
 */
export async function billedGasLimit(
  client: ChainClient,
  request: { account: Address; to: Address; data: Hex; gas: bigint },
): Promise<bigint> {
  try {
    const needed = await estimateGas(client, request)
    const limit = (needed * 5n) / 4n + SPARE
    return limit < request.gas ? limit : request.gas
  } catch (error) {
    // It would fail now, though its simulation did not, or no endpoint estimates: the transaction finds out, with gas enough.
    if (toChainError(error) instanceof RpcRejection) return request.gas
    throw error
  }
}
