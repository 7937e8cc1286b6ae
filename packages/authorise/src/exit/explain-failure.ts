import { BaseError, ContractFunctionRevertedError } from 'viem'
import { convertWalletError } from '../wallet/convert-wallet-error.ts'
import { ExitError } from './exit-error.ts'

/** Errors of the escrow that somebody can meet here, in words for whoever reads them on a bad day. */
const REFUSALS: Record<string, string> = {
  NotPayer: 'Only the wallet that pays for this meter can stop it by a transaction. Connect that one.',
  NotOpen: 'This meter has ended already, or was never opened. Look for your meters again.',
  AlreadyStopped: 'This meter was stopped before. What is left can be taken back when its grace is over.',
  StopSignatureInvalid: 'This signature is not the payer’s.',
  StatementSignatureInvalid: 'This signature is not the operator’s.',
  ReclaimTooEarly:
    'It is too early: the operator may still charge what was used. The page says from when on it can be taken back.',
  NoCredit: 'Nothing is owed here any more.',
  TransferFailed:
    'The token refuses to pay at the moment: it is paused, or the receiver is frozen. Try again later.',
}

/** What went wrong, and what to do about it. */
export function explainFailure(error: unknown): string {
  if (error instanceof ExitError) return error.message
  const reverted =
    error instanceof BaseError && error.walk(each => each instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError && reverted.data)
    return REFUSALS[reverted.data.errorName] ?? `The escrow refuses this (${reverted.data.errorName}).`
  const { code, message } = convertWalletError(error)
  if (code !== 'wallet_failed') return message
  return `The wallet or its endpoint failed: ${reasonOf(error) ?? message}`
}

function reasonOf(error: unknown): string | null {
  if (error instanceof BaseError) return error.details || error.shortMessage
  return error instanceof Error ? error.message : null
}
