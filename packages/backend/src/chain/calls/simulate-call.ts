import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import { depositOfTerms } from '@per-second/protocol/terms'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import { call as callContract, getCode, readContract } from 'viem/actions'
import { formatAbiItem, toFunctionSelector } from 'viem/utils'
import type { UndeployedWallet } from '../accounts/undeployed-wallet.ts'
import type { EscrowCall, SimulationFailure } from '../chain.ts'
import { ChainError, toChainError } from '../chain-error.ts'
import { tokenAbi } from '../token-abi.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { encodeCall } from './encode-call.ts'
import { DEPLOYMENT_GAS, gasLimitOf, leastGasOf, OPENING_GAS } from './gas-limits.ts'
import { decodeCalls, encodeCalls, MULTICALL } from './multicall.ts'
import { type CallBlock, revertDataOf } from './revert-data.ts'
import { runWithin } from './run-within.ts'

/** The escrow's and the token's custom errors that have a failure of their own. All others are `reverted`. */
const FAILURES: Record<string, SimulationFailure> = {
  AlreadyOpened: 'already_open',
  OpenByPassed: 'too_late',
  ExpiredAuthorization: 'too_late',
  InvalidSignature: 'signature_invalid',
  // The escrow looks for its own use of the nonce first, so here the payer took the signature back.
  UsedOrCanceledAuthorization: 'signature_invalid',
  ERC20InsufficientBalance: 'insufficient_funds',
  TransferPaused: 'token_paused',
  SignatureVerificationPaused: 'token_paused',
}

export type Simulation = {
  escrow: Address
  token: Address
  operator: Address
  /** The embedded chain's blocks stand still between transactions: the time the next one would get. */
  time: UnixSeconds | null
  block: CallBlock
}

/**
 * Runs a call with the gas it would be sent with. Null when it would succeed. Nodes refuse a call that runs out of gas,
 * and one at a block that they lack, in the same ways. In that case it runs within another call, whose response says
 * how it ended (docs/money.md, rule 31).
 */
export async function simulateCall(
  client: ChainClient,
  call: EscrowCall,
  { escrow, token, operator, time, block }: Simulation,
): Promise<SimulationFailure | null> {
  const request = { account: operator, to: escrow, data: encodeCall(call), gas: gasLimitOf(call) }
  const at = { ...block, ...(time !== null && { blockOverrides: { time: BigInt(time) } }) }
  // A contract may accept a signature that is too long for any block.
  if (call.kind === 'open' && leastGasOf(request.data) > request.gas) return 'signature_invalid'
  try {
    await callContract(client, { ...request, ...at })
    return null
  } catch (error) {
    const reverted = revertDataOf(error)
    if (reverted !== null) return failureOf(client, call, { token, reverted })
    if (toChainError(error).code !== 'refused' || ('blockTag' in block && block.blockTag === 'pending'))
      throw error
    const result = await runWithin(client, request, at)
    return result.success ? null : failureOf(client, call, { token, reverted: result.returnData })
  }
}

/** The cause of a call's failure, from its revert data. */
async function failureOf(
  client: ChainClient,
  call: EscrowCall,
  { token, reverted }: { token: Address; reverted: Hex },
): Promise<SimulationFailure> {
  const name = errorNameOf(reverted)
  if (name === 'AccountIsFrozen' && isOfPayer(reverted, call)) return 'payer_frozen'
  if (name !== 'TransferFailed') return FAILURES[name ?? ''] ?? 'reverted'
  const transfers = { address: token, abi: tokenAbi, functionName: 'isTransferPaused' } as const
  return (await readContract(client, transfers)) ? 'token_paused' : 'reverted'
}

/** The error's one argument is the frozen account: it may be the escrow, and that is nothing the payer can mend. */
function isOfPayer(error: Hex, call: EscrowCall): boolean {
  return call.kind === 'open' && error.slice(-40).toLowerCase() === call.terms.payer.slice(2).toLowerCase()
}

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
  { call, wallet }: { call: EscrowCall & { kind: 'open' }; wallet: UndeployedWallet },
  { escrow, token, operator, deployer, block }: Simulation & { deployer: Address },
): Promise<SimulationFailure | null> {
  const { payer } = call.terms
  const contract = { address: token, abi: tokenAbi, ...block }
  const balance = await readContract(client, { ...contract, functionName: 'balanceOf', args: [payer] })
  if (balance < depositOfTerms(call.terms)) return 'insufficient_funds'
  const deployment = { target: wallet.factory, callData: wallet.data }
  const code = await getCode(client, { address: MULTICALL, ...block })
  if (code === undefined) return 'wallet_unknown'
  const alone = encodeCalls([deployment], { allowFailure: false })
  const transaction = { account: deployer, to: MULTICALL, data: alone, gas: DEPLOYMENT_GAS }
  if (!(await runWithin(client, transaction, block)).success) return 'wallet_undeployable'
  const answer = await callContract(client, {
    to: operator,
    gas: DEPLOYMENT_GAS + OPENING_GAS + BESIDE,
    ...block,
    data: encodeCalls(
      [deployment, { target: escrow, callData: encodeCall(call) }, { target: payer, callData: ASK_FOR_CODE }],
      { allowFailure: true },
    ),
    stateOverride: [{ address: operator, code }],
  })
  const [, opening, check] = answer.data === undefined ? [] : decodeCalls(answer.data)
  if (opening === undefined || check === undefined)
    throw new ChainError('rejected', 'eth_call answered nothing to three calls')
  if (!opening.success) return failureOf(client, call, { token, reverted: opening.returnData })
  return check.success && check.returnData === '0x' ? 'wallet_undeployable' : null
}

/**
 * The escrow's or the token's error that a call reverted with, or null for any other. The name alone: a token's
 * arguments may differ from ours, its selector decides.
 */
function errorNameOf(data: Hex): string | null {
  const errors = [...meterEscrowAbi, ...tokenAbi].filter(item => item.type === 'error')
  const selector = data.slice(0, 10).toLowerCase()
  return errors.find(error => toFunctionSelector(formatAbiItem(error)) === selector)?.name ?? null
}
