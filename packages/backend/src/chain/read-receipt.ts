import type { Hex } from '@per-second/protocol/types'
import type { Confirmations } from '../options/chain-options.ts'
import type { ChainReceipt } from './chain.ts'
import { blockByHash, confirmedBlock } from './confirmations.ts'
import type { WatchedRpc } from './transport/json-rpc.ts'
import { fromQuantity } from './transport/quantity.ts'

type RpcReceipt = { transactionHash: Hex; status: Hex; blockNumber: Hex; blockHash: Hex }

/** The receipt of a transaction once its block counts, else null. Every endpoint is asked: one of them may forget, or lie. */
export async function readReceipt(
  rpc: WatchedRpc,
  confirmations: Confirmations,
  hash: Hex,
): Promise<ChainReceipt | null> {
  const receipt = await rpc.seek<RpcReceipt>('eth_getTransactionReceipt', [hash])
  if (receipt === null) return null
  const blockNumber = fromQuantity(receipt.blockNumber)
  if (blockNumber > (await confirmedBlock(rpc, confirmations)).number) return null
  return {
    hash: receipt.transactionHash,
    status: fromQuantity(receipt.status) === 1 ? 'success' : 'reverted',
    blockNumber,
    blockHash: receipt.blockHash,
    blockTimestamp: (await blockByHash(rpc, receipt.blockHash)).timestamp,
  }
}
