import type { Address, Hex } from '@per-second/protocol/types'
import { call } from 'viem/actions'
import { concat, pad, size, slice } from 'viem/utils'
import { ChainError } from '../chain-error.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import type { CallBlock } from './revert-data.ts'

/** Calls the first word of its calldata with the rest of it. It returns whether that succeeded, then the return data. */
const CALLER: Hex = '0x602036038060206000376000600091600060006000355af16000523d600060203e3d6020016000f3'

/** The caller's own gas, beside the 64th that it keeps back (EIP-150). */
const BESIDE = 10_000n

/**
 * Runs a call within another one, whose response says how it ended. Nodes refuse a call that runs out of gas, and one
 * at a block that they lack, in the same ways.
 *
 * @param request.account the caller. Our code stands in its place meanwhile
 */
export async function runWithin(
  client: ChainClient,
  { account, to, data, gas }: { account: Address; to: Address; data: Hex; gas: bigint },
  at: CallBlock & { blockOverrides?: { time: bigint } },
): Promise<{ success: boolean; returnData: Hex }> {
  const { data: answer = '0x' } = await call(client, {
    to: account,
    data: concat([pad(to), data]),
    gas: gas + gas / 63n + BESIDE,
    stateOverride: [{ address: account, code: CALLER }],
    ...at,
  })
  if (size(answer) < 32)
    throw new ChainError('rejected', 'eth_call answered nothing about the call within it')
  return {
    success: BigInt(slice(answer, 0, 32)) === 1n,
    returnData: size(answer) > 32 ? slice(answer, 32) : '0x',
  }
}
