import { expect, test } from 'vitest'
import { ChainError } from './chain-error.ts'
import { currentFees } from './fees.ts'
import { type JsonRpc, RpcRejection } from './json-rpc.ts'

function nodeAnswering(answers: Record<string, () => unknown>): JsonRpc {
  return { request: async <T>(method: string) => answers[method]?.() as T }
}

const block = () => ({ baseFeePerGas: '0x64' })

test('the fee leaves room for the base fee to double, and the tip is the chain’s own', async () => {
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: () => '0x7' })
  expect(await currentFees(rpc)).toEqual({ maxFeePerGas: 207n, maxPriorityFeePerGas: 7n })
})

test('a chain that has no opinion on tips gets one gwei', async () => {
  const unknown = () => {
    throw new RpcRejection('eth_maxPriorityFeePerGas', -32_601, 'not found', undefined)
  }
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: unknown })
  expect(await currentFees(rpc)).toEqual({
    maxFeePerGas: 1_000_000_200n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
})

test('a chain that does not answer is no chain without an opinion', async () => {
  const silent = () => {
    throw new ChainError('timeout', 'too slow')
  }
  const rpc = nodeAnswering({ eth_getBlockByNumber: block, eth_maxPriorityFeePerGas: silent })
  await expect(currentFees(rpc)).rejects.toMatchObject({ code: 'timeout' })
})
