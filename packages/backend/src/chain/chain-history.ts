import type { Address, Hex } from '@per-second/protocol/types'
import type { ChainHistory } from './chain.ts'
import { blockAt, type Confirmations, confirmedBlock } from './confirmations.ts'
import { currentFees, dearestOf, raisedFees } from './fees.ts'
import type { WatchedRpc } from './json-rpc.ts'
import type { OperatorKey } from './operator-key.ts'
import { fromQuantity, toQuantity } from './quantity.ts'
import { readMeterEvents } from './read-events.ts'
import type { LogReader } from './read-logs.ts'
import { confirmedReceipt, type RpcReceipt } from './read-receipt.ts'
import { signTransaction } from './transaction-signer.ts'
import { loadViem } from './viem-module.ts'

export type ChainHistoryParameters = {
  rpc: WatchedRpc
  logs: LogReader
  chainId: number
  escrow: Address
  operator: OperatorKey
  confirmations: Confirmations
  /** The most the operator pays for a unit of gas, in wei. */
  maxFeePerGas: bigint | null
  /** Blocks below the newest one that counts in which what was booked is still followed. */
  depth: number
}

/** What a real chain tells of its past and of transactions that wait. Throws `ChainError`, or what an adapter above turns into one. */
export function createChainHistory(parameters: ChainHistoryParameters): ChainHistory {
  const { rpc, logs, chainId, escrow, operator, confirmations, maxFeePerGas, depth } = parameters

  const newest = async () => (await confirmedBlock(rpc, confirmations)).number

  return {
    depth,
    newest,
    hashOf: async blockNumber => {
      const found = await rpc.request<{ hash: Hex } | null>('eth_getBlockByNumber', [
        toQuantity(blockNumber),
        false,
      ])
      return found?.hash ?? null
    },
    countedTransactions: async () => {
      const block = toQuantity(await newest())
      return fromQuantity(await rpc.request<Hex>('eth_getTransactionCount', [operator.address, block]))
    },
    seekReceipt: async hash => {
      const receipt = await rpc.seek<RpcReceipt>('eth_getTransactionReceipt', [hash])
      return receipt && confirmedReceipt(rpc, escrow, confirmations, receipt)
    },
    meterEvents: (digest, fromBlock, toBlock) =>
      readMeterEvents(rpc, logs, escrow, digest, fromBlock, toBlock),
    firstBlockSince: async timestamp => {
      let low = 0n
      let high = await newest()
      while (low < high) {
        const middle = (low + high) / 2n
        const block = await blockAt(rpc, toQuantity(middle))
        if (block.timestamp < timestamp) low = middle + 1n
        else high = middle
      }
      return low
    },
    knows: async hash => (await rpc.request<object | null>('eth_getTransactionByHash', [hash])) !== null,
    reprice: async offers => {
      const parsed = await Promise.all(offers.map(parse))
      const [first] = parsed
      if (first === undefined) return null
      const offered = dearestOf(parsed.map(({ fees }) => fees))
      const fees = raisedFees(offered, await currentFees(rpc, maxFeePerGas), maxFeePerGas)
      if (fees === null) return null
      const { to, data, gas, nonce } = first
      const signed = await signTransaction(operator, chainId, { to, data, gas, nonce, fees })
      return { ...signed, nonce, blockTimestamp: null }
    },
    isPricedOut: async raw => {
      const { baseFeePerGas } = await rpc.request<{ baseFeePerGas?: Hex }>('eth_getBlockByNumber', [
        'latest',
        false,
      ])
      return (await parse(raw)).fees.maxFeePerGas < BigInt(baseFeePerGas ?? 0)
    },
  }
}

async function parse(raw: Hex) {
  const { parseTransaction } = await loadViem()
  const transaction = parseTransaction(raw)
  const { to, data = '0x', gas = 0n, nonce = 0 } = transaction
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction
  if (!to) throw new Error('a transaction of ours has no recipient')
  return { to, data, gas, nonce, fees: { maxFeePerGas, maxPriorityFeePerGas } }
}
