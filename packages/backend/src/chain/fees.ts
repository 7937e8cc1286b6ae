import { type JsonRpc, RpcRejection } from './json-rpc.ts'

/** EIP-1559 fees, in wei per gas. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** The embedded chain asks for no fees, so that nobody there needs its native coin. */
export const NO_FEES: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

const FALLBACK_PRIORITY_FEE = 1_000_000_000n
const METHOD_NOT_FOUND = -32_601

/** What gets a transaction into one of the next blocks: twice the base fee leaves room for six full blocks in a row. */
export async function currentFees(rpc: JsonRpc): Promise<Fees> {
  const [priority, block] = await Promise.all([
    priorityFee(rpc),
    rpc.request<{ baseFeePerGas?: string }>('eth_getBlockByNumber', ['latest', false]),
  ])
  return { maxFeePerGas: 2n * BigInt(block.baseFeePerGas ?? 0) + priority, maxPriorityFeePerGas: priority }
}

async function priorityFee(rpc: JsonRpc): Promise<bigint> {
  try {
    return BigInt(await rpc.request<string>('eth_maxPriorityFeePerGas'))
  } catch (error) {
    if (error instanceof RpcRejection && error.rpcCode === METHOD_NOT_FOUND) return FALLBACK_PRIORITY_FEE
    throw error
  }
}
