import type { Hex } from '@per-second/protocol/types'
import { getTransactionReceipt } from 'viem/actions'
import type { Confirmations } from '../options/parse-value.ts'
import type { ChainReceipt } from './chain.ts'
import { confirmedBlock, readBlock } from './confirmations.ts'
import { ifFound } from './if-found.ts'
import type { ChainClient } from './transport/chain-client.ts'

/**
 * The receipt of a transaction once its block counts, else null.
 *
 * @param untilFound asks every endpoint: one of them may forget, or lie
 */
export async function readReceipt(
  client: ChainClient,
  untilFound: ChainClient,
  confirmations: Confirmations,
  hash: Hex,
): Promise<ChainReceipt | null> {
  const receipt = await ifFound(getTransactionReceipt(untilFound, { hash }))
  if (receipt === null) return null
  const blockNumber = Number(receipt.blockNumber)
  if (blockNumber > (await confirmedBlock(client, confirmations)).number) return null
  const { transactionHash, status, blockHash } = receipt
  const { timestamp } = await readBlock(client, { blockHash })
  return { hash: transactionHash, status, blockNumber, blockHash, blockTimestamp: timestamp }
}
