import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainReceipt } from './chain.ts'
import { blockByHash, type Confirmations, confirmedBlock } from './confirmations.ts'
import { decodeEscrowEvents, type RpcLog } from './escrow-events.ts'
import type { JsonRpc } from './json-rpc.ts'
import { loadViem } from './viem-module.ts'

export type RpcReceipt = {
  transactionHash: Hex
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  logs: RpcLog[]
}

/** The receipt of a transaction once its block counts, else null. */
export async function readReceipt(
  rpc: JsonRpc,
  escrow: Address,
  confirmations: Confirmations,
  hash: Hex,
): Promise<ChainReceipt | null> {
  const receipt = await rpc.request<RpcReceipt | null>('eth_getTransactionReceipt', [hash])
  return receipt && confirmedReceipt(rpc, escrow, confirmations, receipt)
}

/** The receipt as this service reads it, once its block counts, else null. */
export async function confirmedReceipt(
  rpc: JsonRpc,
  escrow: Address,
  confirmations: Confirmations,
  receipt: RpcReceipt,
): Promise<ChainReceipt | null> {
  const blockNumber = BigInt(receipt.blockNumber)
  if (blockNumber > (await confirmedBlock(rpc, confirmations)).number) return null
  const block = await blockByHash(rpc, receipt.blockHash)
  return {
    hash: receipt.transactionHash,
    status: BigInt(receipt.status) === 1n ? 'success' : 'reverted',
    blockNumber,
    blockHash: receipt.blockHash,
    blockTimestamp: block.timestamp,
    events: decodeEscrowEvents(await loadViem(), escrow, receipt.logs),
  }
}
