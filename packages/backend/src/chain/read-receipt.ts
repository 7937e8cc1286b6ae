import type { Hex } from '@per-second/protocol/types'
import { getTransactionReceipt } from 'viem/actions'
import type { Confirmations } from '../options/chain-options.ts'
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

/**
 * The cost of a transaction to its sender, in wei, from its receipt, or null while there is none. Rollups on the OP
 * Stack also charge for their data on Ethereum, in a field of their own.
 */
export async function readGasPaid(client: ChainClient, hash: Hex): Promise<bigint | null> {
  const receipt = await ifFound(getTransactionReceipt(client, { hash }))
  if (receipt === null) return null
  const { gasUsed, effectiveGasPrice } = receipt
  const l1Fee = 'l1Fee' in receipt && typeof receipt.l1Fee === 'string' ? BigInt(receipt.l1Fee) : 0n
  return gasUsed * effectiveGasPrice + l1Fee
}
