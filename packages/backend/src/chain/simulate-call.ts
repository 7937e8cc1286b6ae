import { meterEscrowAbi } from '@per-second/contracts/meter-escrow-abi'
import type { UnixSeconds } from '@per-second/protocol/time'
import type { Address, Hex } from '@per-second/protocol/types'
import type { EscrowCall, SimulationFailure } from './chain.ts'
import { encodeCall } from './encode-call.ts'
import { gasLimitOf } from './gas-limits.ts'
import { readContract } from './read-contract.ts'
import { revertDataOf } from './revert-data.ts'
import { tokenAbi } from './token-abi.ts'
import type { JsonRpc } from './transport/json-rpc.ts'
import { toQuantity } from './transport/quantity.ts'
import { loadViem, type Viem } from './viem-module.ts'

/** The escrow's and the token's custom errors that have an answer of their own; all others are `reverted`. */
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
  /** At which block, a number as quantity or a tag; default the pending one. */
  block?: string
}

/** Runs a call with the gas it would be sent with. Null when it would succeed. */
export async function simulateCall(
  rpc: JsonRpc,
  call: EscrowCall,
  { escrow, token, operator, time, block = 'pending' }: Simulation,
): Promise<SimulationFailure | null> {
  const viem = await loadViem()
  const data = encodeCall(viem, call)
  const request = { from: operator, to: escrow, data, gas: toQuantity(gasLimitOf(call)) }
  const overrides = time === null ? [] : [{}, { time: toQuantity(time) }]
  try {
    await rpc.request('eth_call', [request, block, ...overrides])
    return null
  } catch (error) {
    const reverted = await revertDataOf(rpc, error, block)
    if (reverted === null) throw error
    const name = errorNameOf(viem, reverted)
    if (name !== 'TransferFailed') return FAILURES[name ?? ''] ?? 'reverted'
    return (await readContract(rpc, token, tokenAbi, 'isTransferPaused', [])) ? 'token_paused' : 'reverted'
  }
}

/** The name alone: a token's arguments may differ from ours, its selector decides. */
function errorNameOf({ toFunctionSelector, formatAbiItem }: Viem, data: Hex): string | null {
  const errors = [...meterEscrowAbi, ...tokenAbi].filter(item => item.type === 'error')
  const selector = data.slice(0, 10).toLowerCase()
  return errors.find(error => toFunctionSelector(formatAbiItem(error)) === selector)?.name ?? null
}
