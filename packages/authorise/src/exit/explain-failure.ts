import { BaseError, ContractFunctionRevertedError } from 'viem'
import { convertWalletError } from '../wallet/convert-wallet-error.ts'
import { ExitError } from './exit-error.ts'
import { quoteForeign } from './quote-foreign.ts'

/** The escrow's errors that a person can meet here, each with the next step. */
const REFUSALS: Record<string, string> = {
  NotPayer: 'Only the wallet that pays for this meter can stop it by a transaction. Connect that wallet.',
  NotOpen: 'This meter has ended, or was never opened. Search for your meters again.',
  AlreadyStopped: 'This meter was stopped before. The rest can be refunded when its grace is over.',
  StopSignatureInvalid: 'This signature is not the payer’s.',
  StatementSignatureInvalid: 'This signature is not the operator’s.',
  ReclaimTooEarly:
    'It is too early: the operator may still charge the used time. The card shows the time of the refund.',
  NoCredit: 'The escrow owes nothing here any more.',
  TransferFailed: 'The token refuses the transfer: it is paused, or the receiver is frozen. Try again later.',
}

/** The reason of a failure, and the next step. Foreign words are quoted, with the name of their source. */
export function explainFailure(error: unknown): string {
  if (error instanceof ExitError) return error.message
  const reverted =
    error instanceof BaseError && error.walk(each => each instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError) return refusal(reverted)
  const { code, message } = convertWalletError(error)
  if (code !== 'wallet_failed') return message
  const words = wordsOf(error)
  return words === null ? message : `The wallet or its endpoint failed. It says: ${quoteForeign(words)}`
}

function refusal({ data, reason, signature }: ContractFunctionRevertedError): string {
  const own = data && REFUSALS[data.errorName]
  if (own) return own
  const words = reason ?? data?.errorName ?? signature
  return words
    ? `The contract refuses this. It says: ${quoteForeign(words)}`
    : 'The contract refuses this, without a reason.'
}

function wordsOf(error: unknown): string | null {
  if (error instanceof BaseError) return error.details || error.shortMessage
  return error instanceof Error ? error.message : null
}
