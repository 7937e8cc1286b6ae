import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import { call as callContract, readContract } from 'viem/actions'
import type { EscrowCall, SimulationFailure } from '../chain.ts'
import { toChainError } from '../chain-error.ts'
import { tokenAbi } from '../token-abi.ts'
import type { ChainClient } from '../transport/chain-client.ts'
import { encodeCall } from './encode-call.ts'
import { errorNameOf } from './error-name-of.ts'
import { gasLimitOf, leastGasOf } from './gas-limits.ts'
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
 * how it ended.
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
    if (reverted !== null) return failureOf(client, call, token, reverted)
    if (toChainError(error).code !== 'refused' || ('blockTag' in block && block.blockTag === 'pending'))
      throw error
    const result = await runWithin(client, request, at)
    return result.success ? null : failureOf(client, call, token, result.returnData)
  }
}

/** The cause of a call's failure, from its revert data. */
export async function failureOf(
  client: ChainClient,
  call: EscrowCall,
  token: Address,
  reverted: Hex,
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
