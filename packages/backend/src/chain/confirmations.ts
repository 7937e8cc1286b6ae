import type { UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import { getBlock } from 'viem/actions'
import type { Confirmations } from '../options/parse-value.ts'
import { ChainError, refuseUnsupported } from './chain-error.ts'
import { ifFound } from './if-found.ts'
import type { ChainClient } from './transport/chain-client.ts'

export type Block = { number: number; hash: Hex; parentHash: Hex; timestamp: UnixSeconds }

/** The newest confirmed block, or the first block of a chain too young to have one. */
export async function confirmedBlock(client: ChainClient, confirmations: Confirmations): Promise<Block> {
  if (typeof confirmations === 'string') return namedBlock(client, confirmations)
  const head = await readBlock(client, { blockTag: 'latest' })
  if (confirmations <= 1) return head
  return blockAt(client, Math.max(head.number - confirmations + 1, 0))
}

/** @throws ChainError `unsupported` where no endpoint has a block of this name: not all chains have, nor all nodes */
async function namedBlock(client: ChainClient, name: 'safe' | 'finalized'): Promise<Block> {
  const lack = `the endpoint has no ${name} block`
  const found = await ifFound(readBlock(client, { blockTag: name })).catch(cause =>
    refuseUnsupported(cause, lack),
  )
  if (found === null) throw new ChainError('unsupported', lack)
  return found
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
