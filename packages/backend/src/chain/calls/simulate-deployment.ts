import { depositOfTerms } from '@per-second/protocol/terms'
import { call as callContract, getCode, readContract } from 'viem/actions'
import type { UndeployedWallet } from '../accounts/undeployed-wallet.ts'
import type { EscrowCall, SimulationFailure } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { tokenAbi } from '../token-abi.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { encodeCall } from './encode-call.ts'
import { DEPLOYMENT_GAS, OPENING_GAS } from './gas-limits.ts'
import { decodeCalls, encodeCalls, MULTICALL } from './multicall.ts'
import { failureOf, type Simulation } from './simulate-call.ts'

/** The calls around the two, and the 64th that each keeps back (EIP-150). */
const BESIDE = 100_000n

/**
 * Whether a wallet, once its factory was called, could open a meter: both in one call, by the operator's address with Multicall3's code
 * in its place. What the factory answers says nothing, for a wallet that is there already is refused by some: the opening decides. The
 * balance is read first, so that nobody's code runs for a payer who has nothing.
 */
export async function simulateDeployment(
  client: ChainClient,
  call: EscrowCall & { kind: 'open' },
  { factory, data }: UndeployedWallet,
  { escrow, token, operator, block }: Simulation,
): Promise<SimulationFailure | null> {
  const { payer } = call.terms
  const contract = { address: token, abi: tokenAbi, ...block }
  const balance = await readContract(client, { ...contract, functionName: 'balanceOf', args: [payer] })
  if (balance < depositOfTerms(call.terms)) return 'insufficient_funds'
  const code = await getCode(client, { address: MULTICALL, ...block })
  if (code === undefined) return 'wallet_undeployable'
  const answer = await callContract(client, {
    ...{ to: operator, gas: DEPLOYMENT_GAS + OPENING_GAS + BESIDE, ...block },
    data: encodeCalls(
      [
        { target: factory, callData: data },
        { target: escrow, callData: encodeCall(call) },
      ],
      { allowFailure: true },
    ),
    stateOverride: [{ address: operator, code }],
  })
  const opening = answer.data === undefined ? undefined : decodeCalls(answer.data)[1]
  if (opening === undefined) throw new ChainError('rejected', 'eth_call answered nothing to two calls')
  return opening.success ? null : failureOf(client, call, token, opening.returnData)
}
