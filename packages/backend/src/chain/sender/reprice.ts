import type { Hex } from '@per-second/protocol/types'
import { getBalance, getBlock } from 'viem/actions'
import { parseTransaction } from 'viem/utils'
import type { SignedTransaction } from '../chain.ts'
import type { OperatorKey } from '../operator-key.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { currentFees, dearestOf, loweredFees, raisedFees } from './fees.ts'
import { signTransaction } from './transaction-signer.ts'

/**
 * The same call and nonce, signed again at fees that replace the dearest of these offers; null when they are several times today's already,
 * and when the cap, or what the operator has, leaves no room.
 *
 * @param operator.maxFeePerGas the most the operator pays for a unit of gas, in wei
 * @param isRefused no node has taken any of them: then it is at today's fees where those are lower, and none of them is near those
 */
export async function reprice(
  client: ChainClient,
  operator: { key: OperatorKey; chainId: number; maxFeePerGas: bigint | null },
  offers: readonly Hex[],
  isRefused: boolean,
): Promise<SignedTransaction | null> {
  const { key, chainId, maxFeePerGas } = operator
  const parsed = offers.map(parse)
  const [first] = parsed
  if (first === undefined) return null
  const offered = parsed.map(({ fees }) => fees)
  const { to, data, gas, nonce } = first
  const [today, balance] = await Promise.all([
    currentFees(client, maxFeePerGas),
    getBalance(client, { address: key.address }),
  ])
  // A node that refuses what the operator cannot pay for would refuse every higher offer, too.
  const affordable = balance / gas
  const cap = maxFeePerGas === null || affordable < maxFeePerGas ? affordable : maxFeePerGas
  const fees =
    (isRefused ? loweredFees(offered, today, cap) : null) ?? raisedFees(dearestOf(offered), today, cap)
  if (fees === null) return null
  const signed = await signTransaction(key, chainId, { to, data, gas, nonce, fees })
  return { ...signed, nonce, blockTimestamp: null }
}

/** Whether the base fee has risen above all that this transaction offers. */
export async function isPricedOut(client: ChainClient, raw: Hex): Promise<boolean> {
  const { baseFeePerGas } = await getBlock(client)
  return parse(raw).fees.maxFeePerGas < (baseFeePerGas ?? 0n)
}

function parse(raw: Hex) {
  const transaction = parseTransaction(raw)
  const { to, data = '0x', gas = 0n, nonce = 0 } = transaction
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction
  if (!to) throw new Error('a transaction of ours has no recipient')
  return { to, data, gas, nonce, fees: { maxFeePerGas, maxPriorityFeePerGas } }
}
