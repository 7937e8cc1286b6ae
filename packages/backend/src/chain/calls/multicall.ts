import type { Address, Hex } from '@per-second/protocol/types'
import { multicall3Abi } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'

/** Multicall3, where every chain of interest has it. */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** One call after the other. With `allowFailure` each runs after any outcome of the previous ones. */
export function encodeCalls(
  calls: readonly { target: Address; callData: Hex }[],
  { allowFailure }: { allowFailure: boolean },
): Hex {
  const args = [calls.map(call => ({ ...call, allowFailure }))] as const
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
}

export function decodeCalls(data: Hex): readonly { success: boolean; returnData: Hex }[] {
  return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
}
