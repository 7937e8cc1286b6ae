import type { Address, Hex } from '@per-second/protocol/types'
import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  DecodeFunctionResultParameters,
  EncodeFunctionDataParameters,
} from 'viem'
import type { JsonRpc } from './transport/json-rpc.ts'
import { loadViem } from './viem-module.ts'

type Reading = 'view' | 'pure'

/** Calls a function that changes nothing, at the latest block or another one (a number as quantity, or a tag). */
export async function readContract<
  const abi extends Abi,
  name extends ContractFunctionName<abi, Reading>,
  const args extends ContractFunctionArgs<abi, Reading, name>,
>(
  rpc: JsonRpc,
  to: Address,
  abi: abi,
  functionName: name,
  args: args,
  block = 'latest',
): Promise<ContractFunctionReturnType<abi, Reading, name, args>> {
  const { encodeFunctionData, decodeFunctionResult } = await loadViem()
  const data = encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
  const answer = await rpc.request<Hex>('eth_call', [{ to, data }, block])
  const decoding = { abi, functionName, data: answer } as unknown as DecodeFunctionResultParameters
  return decodeFunctionResult(decoding) as ContractFunctionReturnType<abi, Reading, name, args>
}
