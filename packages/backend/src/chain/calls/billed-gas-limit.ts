import type { Address } from '@per-second/protocol/types'
import { estimateGas } from 'viem/actions'
import type { EscrowCall } from '../chain.ts'
import { toChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { RpcRejection } from '../transport/rpc-rejection.ts'
import { encodeCall } from './encode-call.ts'
import { gasLimitOf } from './gas-limits.ts'

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
 */
export async function billedGasLimit(
  client: ChainClient,
  call: EscrowCall,
  { escrow, operator }: { escrow: Address; operator: Address },
): Promise<bigint> {
  const most = gasLimitOf(call)
  const request = { account: operator, to: escrow, data: encodeCall(call), gas: most }
  try {
    const needed = await estimateGas(client, request)
    const limit = (needed * 5n) / 4n + SPARE
    return limit < most ? limit : most
  } catch (error) {
    // It would fail now, though its simulation did not, or no endpoint estimates: the transaction finds out, with gas enough.
    if (toChainError(error) instanceof RpcRejection) return most
    throw error
  }
}
