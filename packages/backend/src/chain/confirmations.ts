import type { UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Confirmations } from '../options/chain-options.ts'
import { ChainError } from './chain-error.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { fromQuantity, toQuantity } from './transport/quantity.ts'

export type Block = { number: number; hash: Hex; timestamp: UnixSeconds }

type RpcBlock = { number: Hex; hash: Hex; timestamp: string } | null

/** The newest block that counts; the first block of a chain too young to have one. */
export async function confirmedBlock(rpc: JsonRpc, confirmations: Confirmations): Promise<Block> {
  if (typeof confirmations === 'string') return blockAt(rpc, confirmations)
  const head = await blockAt(rpc, 'latest')
  if (confirmations <= 1) return head
  return blockAt(rpc, toQuantity(Math.max(head.number - confirmations + 1, 0)))
}

/** @param block a number as quantity, or a tag */
export async function blockAt(rpc: JsonRpc, block: string): Promise<Block> {
  return parseBlock(await rpc.request<RpcBlock>('eth_getBlockByNumber', [block, false]))
}

/** @param hash of a block; after a reorganisation its number may stand for another one */
export async function blockByHash(rpc: JsonRpc, hash: string): Promise<Block> {
  return parseBlock(await rpc.request<RpcBlock>('eth_getBlockByHash', [hash, false]))
}

function parseBlock(block: RpcBlock): Block {
  if (block === null) throw new ChainError('rejected', 'the endpoint does not know a block it should know')
  return { number: fromQuantity(block.number), hash: block.hash, timestamp: fromQuantity(block.timestamp) }
}
