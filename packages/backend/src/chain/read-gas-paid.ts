import type { Hex } from '@per-second/protocol/types'
import { getTransactionReceipt } from 'viem/actions'
import { ifFound } from './if-found.ts'
import type { ChainClient } from './transport/chain-client.ts'

/**
 * What a transaction has cost its sender, in wei, from its receipt; null while there is none. Rollups on the OP Stack charge for their
 * data on Ethereum besides, and say so in a field of their own.
 */
export async function readGasPaid(client: ChainClient, hash: Hex): Promise<bigint | null> {
  const receipt = await ifFound(getTransactionReceipt(client, { hash }))
  if (receipt === null) return null
  const { gasUsed, effectiveGasPrice } = receipt
  const l1Fee = 'l1Fee' in receipt && typeof receipt.l1Fee === 'string' ? BigInt(receipt.l1Fee) : 0n
  return gasUsed * effectiveGasPrice + l1Fee
}
