import type { Hex } from '@per-second/protocol/types'
import type { RepricedChain } from '../chain.ts'
import type { OperatorKey } from '../operator-key.ts'
import type { JsonRpc } from '../transport/json-rpc.ts'
import { loadViem } from '../viem-module.ts'
import { currentFees, dearestOf, raisedFees } from './fees.ts'
import { signTransaction } from './transaction-signer.ts'

/**
 * What a chain with fees does about transactions that wait.
 *
 * @param maxFeePerGas the most the operator pays for a unit of gas, in wei
 */
export function createRepricedChain(parameters: {
  rpc: JsonRpc
  chainId: number
  operator: OperatorKey
  maxFeePerGas: bigint | null
}): RepricedChain {
  const { rpc, chainId, operator, maxFeePerGas } = parameters
  return {
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
