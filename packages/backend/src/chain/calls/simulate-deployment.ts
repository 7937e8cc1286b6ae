import { depositOfTerms } from '@per-second/protocol/terms'
import type { Address, Hex } from '@per-second/protocol/types'
import { call as callContract, getCode, readContract } from 'viem/actions'
import type { UndeployedWallet } from '../accounts/undeployed-wallet.ts'
import type { EscrowCall, SimulationFailure } from '../chain.ts'
import { ChainError } from '../chain-error.ts'
import { tokenAbi } from '../token-abi.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { encodeCall } from './encode-call.ts'
import { DEPLOYMENT_GAS, OPENING_GAS } from './gas-limits.ts'
import { decodeCalls, encodeCalls, MULTICALL } from './multicall.ts'
import { runWithin } from './run-within.ts'
import { failureOf, type Simulation } from './simulate-call.ts'

/** The calls around the two, and the 64th that each keeps back (EIP-150). */
const BESIDE = 100_000n

/** ERC-1271's `isValidSignature` of an empty signature: an account with code answers something, or reverts, and one without nothing. */
const ASK_FOR_CODE: Hex = `0x1626ba7e${'0'.repeat(64)}${'40'.padStart(64, '0')}${'0'.repeat(64)}`

/**
 * Whether a wallet, once its factory was called, could open a meter. First the factory is called as it will be, with the gas of that
 * transaction and no more: out of gas is out of gas. Then its call, the opening and a question to the wallet run in one call, by the operator's
 * address with Multicall3's code in its place. The opening decides, and the wallet must be there, which had no code before. The balance is
 * read first, so that no code runs for a payer who has nothing.
 */
export async function simulateDeployment(
  client: ChainClient,
  call: EscrowCall & { kind: 'open' },
  { factory, data }: UndeployedWallet,
  { escrow, token, operator, deployer, block }: Simulation & { deployer: Address },
): Promise<SimulationFailure | null> {
  const { payer } = call.terms
  const contract = { address: token, abi: tokenAbi, ...block }
  const balance = await readContract(client, { ...contract, functionName: 'balanceOf', args: [payer] })
  if (balance < depositOfTerms(call.terms)) return 'insufficient_funds'
  const deployment = { target: factory, callData: data }
  const code = await getCode(client, { address: MULTICALL, ...block })
  if (code === undefined) return 'wallet_unknown'
  const alone = encodeCalls([deployment], { allowFailure: false })
  const transaction = { account: deployer, to: MULTICALL, data: alone, gas: DEPLOYMENT_GAS }
  if (!(await runWithin(client, transaction, block)).success) return 'wallet_undeployable'
  const answer = await callContract(client, {
    ...{ to: operator, gas: DEPLOYMENT_GAS + OPENING_GAS + BESIDE, ...block },
    data: encodeCalls(
      [deployment, { target: escrow, callData: encodeCall(call) }, { target: payer, callData: ASK_FOR_CODE }],
      { allowFailure: true },
    ),
    stateOverride: [{ address: operator, code }],
  })
  const [, opening, wallet] = answer.data === undefined ? [] : decodeCalls(answer.data)
  if (opening === undefined || wallet === undefined)
    throw new ChainError('rejected', 'eth_call answered nothing to three calls')
  if (!opening.success) return failureOf(client, call, token, opening.returnData)
  return wallet.success && wallet.returnData === '0x' ? 'wallet_undeployable' : null
}
