import type { UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import { getBlock } from 'viem/actions'
import type { Confirmations } from '../options/chain-options.ts'
import type { ChainClient } from './transport/chain-client.ts'

export type Block = { number: number; hash: Hex; parentHash: Hex; timestamp: UnixSeconds }

/** The newest block that counts; the first block of a chain too young to have one. */
export async function confirmedBlock(client: ChainClient, confirmations: Confirmations): Promise<Block> {
  if (typeof confirmations === 'string') return readBlock(client, { blockTag: confirmations })
  const head = await readBlock(client, { blockTag: 'latest' })
  if (confirmations <= 1) return head
  return blockAt(client, Math.max(head.number - confirmations + 1, 0))
}

export function blockAt(client: ChainClient, blockNumber: number): Promise<Block> {
  return readBlock(client, { blockNumber: BigInt(blockNumber) })
}

/** @param which by its hash: after a reorganisation its number may stand for another one */
export async function readBlock(
  client: ChainClient,
  which: { blockNumber: bigint } | { blockHash: Hex } | { blockTag: 'latest' | 'safe' | 'finalized' },
): Promise<Block> {
  const { number, hash, parentHash, timestamp } = await getBlock(client, which)
  return { number: Number(number), hash, parentHash, timestamp: Number(timestamp) }
}
