import type { Hex } from '@per-second/protocol/types'
import { getBalance, getBlock } from 'viem/actions'
import { parseTransaction } from 'viem/utils'
import type { SignedTransaction } from '../chain.ts'
import { toChainError } from '../chain-error.ts'
import type { OperatorKey } from '../operator-key.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { signTransaction } from './transaction-signer.ts'

/** EIP-1559 fees, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

const FALLBACK_PRIORITY_FEE = 1_000_000_000n

/** A nonce that is offered more than so many times the price of the day waits for something else than a higher offer. */
const TIMES_TODAY = 4n

/**
 * The fees that get a transaction into one of the next blocks: twice the base fee leaves room for six full blocks in a
 * row.
 *
 * @param cap the most the operator pays for a unit of gas, tip included, in wei: above it the transaction waits for a
 * lower price
 */
export async function currentFees(client: ChainClient, cap: bigint | null = null): Promise<Fees> {
  const [priority, { baseFeePerGas }] = await Promise.all([priorityFee(client), getBlock(client)])
  return capped({ maxFeePerGas: 2n * (baseFeePerGas ?? 0n) + priority, maxPriorityFeePerGas: priority }, cap)
}

/** The price of a unit of gas in the next block: of the offer, the base fee once and the tip. */
export function priceOf({ maxFeePerGas, maxPriorityFeePerGas }: Fees): bigint {
  return (maxFeePerGas + maxPriorityFeePerGas + 1n) / 2n
}

/**
 * The fees of a replacement: today's, but each at least an eighth above the highest offered for this nonce, rounded **up** (nodes ask
 * for a tenth or an eighth). Null when the cap leaves no room for that, for nodes would refuse anything less, and when both offers are
 * several times today's already.
 */
export function raisedFees(offered: Fees, today: Fees, cap: bigint | null): Fees | null {
  const isAmple =
    offered.maxFeePerGas > TIMES_TODAY * today.maxFeePerGas &&
    offered.maxPriorityFeePerGas > TIMES_TODAY * today.maxPriorityFeePerGas
  if (isAmple) return null
  const raised: Fees = {
    maxFeePerGas: max(anEighthMore(offered.maxFeePerGas), today.maxFeePerGas),
    maxPriorityFeePerGas: max(anEighthMore(offered.maxPriorityFeePerGas), today.maxPriorityFeePerGas),
  }
  const within = capped(raised, cap)
  const enough =
    within.maxFeePerGas >= anEighthMore(offered.maxFeePerGas) &&
    within.maxPriorityFeePerGas >= anEighthMore(offered.maxPriorityFeePerGas)
  return enough ? within : null
}

/**
 * The fees of the next offer for a nonce: an eighth above the dearest, where one is taken or the price has risen above all. Where that
 * may not be, those of the day, above the one that is taken. Where none is taken at the price of the day, twice the highest tip, for a
 * chain may have a least tip that is above its own advice. Null when it may cost no more. At any prices the offers come to an end.
 *
 * @param taken the offer that a node takes, or null when none does, as nodes refuse a price above a limit of their own
 */
export function nextFees(
  { offers, taken }: { offers: readonly Fees[]; taken: Fees | null },
  { today, cap }: { today: Fees; cap: bigint },
): Fees | null {
  const dearest = dearestOf(offers)
  if (taken !== null || today.maxFeePerGas > dearest.maxFeePerGas) {
    const raised = raisedFees(dearest, today, cap)
    if (raised !== null) return raised
  }
  const affordable = today.maxFeePerGas > cap ? null : today
  const fresh = taken === null ? affordable : raisedFees(taken, today, cap)
  if (fresh === null || offers.every(offered => isFar(offered, fresh))) return fresh
  if (taken !== null) return null
  const tipped = withTip(today, max(2n * dearest.maxPriorityFeePerGas, FALLBACK_PRIORITY_FEE), cap)
  return tipped.maxPriorityFeePerGas > dearest.maxPriorityFeePerGas ? tipped : null
}

/** Whether only the tip of these refused offers was too low for nodes that take `next`: one left as much for the base fee. */
export function isOfLeastTip(refused: readonly Fees[], next: Fees): boolean {
  const room = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees) => maxFeePerGas - maxPriorityFeePerGas
  return refused.some(
    offered => room(offered) >= room(next) && offered.maxPriorityFeePerGas < next.maxPriorityFeePerGas,
  )
}

function isFar({ maxFeePerGas: one }: Fees, { maxFeePerGas: other }: Fees): boolean {
  return one >= anEighthMore(other) || other >= anEighthMore(one)
}

/** The same base fee with a tip of at least so much. */
export function withTip(
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  least: bigint,
  cap: bigint | null,
): Fees {
  const tip = max(maxPriorityFeePerGas, least)
  return capped({ maxFeePerGas: maxFeePerGas - maxPriorityFeePerGas + tip, maxPriorityFeePerGas: tip }, cap)
}

/** The highest fee and the highest tip among several offers. */
function dearestOf(offers: readonly Fees[]): Fees {
  return offers.reduce((a, b) => ({
    maxFeePerGas: max(a.maxFeePerGas, b.maxFeePerGas),
    maxPriorityFeePerGas: max(a.maxPriorityFeePerGas, b.maxPriorityFeePerGas),
  }))
}

function anEighthMore(fee: bigint): bigint {
  return fee + (fee + 7n) / 8n + (fee === 0n ? 1n : 0n)
}

function capped(fees: Fees, cap: bigint | null): Fees {
  if (cap === null) return fees
  const maxFeePerGas = min(fees.maxFeePerGas, cap)
  return { maxFeePerGas, maxPriorityFeePerGas: min(fees.maxPriorityFeePerGas, maxFeePerGas) }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Not viem's `estimateMaxPriorityFeePerGas`, which takes silence, too, for a chain without an opinion. */
async function priorityFee(client: ChainClient): Promise<bigint> {
  try {
    const advice = await client.request({ method: 'eth_maxPriorityFeePerGas' })
    return advice === '0x' ? FALLBACK_PRIORITY_FEE : BigInt(advice)
  } catch (error) {
    if (toChainError(error).code === 'refused') return FALLBACK_PRIORITY_FEE
    throw error
  }
}

type Operator = {
  key: OperatorKey
  chainId: number
  /** The most the operator pays for a unit of gas, in wei. */
  maxFeePerGas: bigint | null
}

/** The same call and nonce as these offers, signed again at other fees: see `nextFees`. */
export async function reprice(
  client: ChainClient,
  { key, chainId, maxFeePerGas }: Operator,
  { offers, taken }: { offers: readonly Hex[]; taken: Hex | null },
): Promise<SignedTransaction | null> {
  const { to, data = '0x', gas = 0n, nonce = 0 } = parseTransaction(offers[0] ?? '0x')
  if (!to) throw new Error('a transaction of ours has no recipient')
  const [today, balance] = await Promise.all([
    currentFees(client, maxFeePerGas),
    getBalance(client, { address: key.address }),
  ])
  // A node that refuses an offer beyond the operator's balance would refuse every higher offer, too.
  const affordable = balance / gas
  const cap = maxFeePerGas === null ? affordable : min(affordable, maxFeePerGas)
  const fees = nextFees({ offers: offers.map(feesOf), taken: taken && feesOf(taken) }, { today, cap })
  if (fees === null) return null
  const signed = await signTransaction(key, chainId, { to, data, gas, nonce, fees })
  return { ...signed, nonce, blockTimestamp: null }
}

/** The fees that a signed transaction offers. */
export function feesOf(raw: Hex): Fees {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
  return { maxFeePerGas, maxPriorityFeePerGas }
}
