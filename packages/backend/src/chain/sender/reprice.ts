import type { Hex } from '@per-second/protocol/types'
import { getBalance, getBlock } from 'viem/actions'
import { parseTransaction } from 'viem/utils'
import type { SignedTransaction } from '../chain.ts'
import type { OperatorKey } from '../operator-key.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { currentFees, dearestOf, type Fees, freshFees, raisedFees, tippedFees } from './fees.ts'
import { signTransaction } from './transaction-signer.ts'

type Operator = {
  key: OperatorKey
  chainId: number
  /** The most the operator pays for a unit of gas, in wei. */
  maxFeePerGas: bigint | null
}

/**
 * The same call and nonce, signed again at fees that replace the dearest of these offers. It is null when they are
 * several times today's already, and when the limit or the operator's balance leaves no room.
 *
 * @param last `refused` where nodes take none of them: see `tippedFees`
 */
export function reprice(
  client: ChainClient,
  operator: Operator,
  { offers, last }: { offers: readonly Hex[]; last: 'waiting' | 'refused' },
): Promise<SignedTransaction | null> {
  const dearest = dearestOf(offers.map(feesOf))
  return signAnew(client, operator, offers, (today, cap) =>
    last === 'waiting' ? raisedFees(dearest, today, cap) : tippedFees(dearest, today, cap),
  )
}

/**
 * The same call and nonce, signed again at the price of the day, after any earlier offers: see `freshFees`.
 *
 * @param taken the newest of these offers that a node takes, or null when none does
 */
export function repriceAfresh(
  client: ChainClient,
  operator: Operator,
  offers: readonly Hex[],
  taken: Hex | null,
): Promise<SignedTransaction | null> {
  const [all, above] = [offers.map(feesOf), taken && feesOf(taken)]
  return signAnew(client, operator, offers, (today, cap) => freshFees(all, above, today, cap))
}

async function signAnew(
  client: ChainClient,
  { key, chainId, maxFeePerGas }: Operator,
  [first]: readonly Hex[],
  chooseFees: (today: Fees, cap: bigint) => Fees | null,
): Promise<SignedTransaction | null> {
  if (first === undefined) return null
  const { to, data, gas, nonce } = parse(first)
  const [today, balance] = await Promise.all([
    currentFees(client, maxFeePerGas),
    getBalance(client, { address: key.address }),
  ])
  // A node that refuses an offer beyond the operator's balance would refuse every higher offer, too.
  const affordable = balance / gas
  const cap = maxFeePerGas === null || affordable < maxFeePerGas ? affordable : maxFeePerGas
  const fees = chooseFees(today, cap)
  if (fees === null) return null
  const signed = await signTransaction(key, chainId, { to, data, gas, nonce, fees })
  return { ...signed, nonce, blockTimestamp: null }
}

/** Whether the base fee has risen above all that this transaction offers. */
export async function isPricedOut(client: ChainClient, raw: Hex): Promise<boolean> {
  const { baseFeePerGas } = await getBlock(client)
  return feesOf(raw).maxFeePerGas < (baseFeePerGas ?? 0n)
}

function parse(raw: Hex) {
  const { to, data = '0x', gas = 0n, nonce = 0 } = parseTransaction(raw)
  if (!to) throw new Error('a transaction of ours has no recipient')
  return { to, data, gas, nonce }
}

/** The fees that a signed transaction offers. */
export function feesOf(raw: Hex): Fees {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  return { maxFeePerGas, maxPriorityFeePerGas }
}
