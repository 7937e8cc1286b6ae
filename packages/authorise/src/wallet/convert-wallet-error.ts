import {
  ConnectorAccountNotFoundError,
  ConnectorNotConnectedError,
  ProviderNotFoundError,
  SwitchChainNotSupportedError,
} from '@wagmi/core'
import { parsedJson } from '../service/shape.ts'
import { WalletError, type WalletErrorCode } from './wallet.ts'

/** Numeric codes of EIP-1193, EIP-1474 and EIP-3326, and WalletConnect's for a refusal and an expiry. */
const CODE_BY_NUMBER: ReadonlyMap<number, WalletErrorCode> = new Map([
  [4001, 'user_rejected'],
  [5000, 'user_rejected'],
  [5002, 'user_rejected'],
  [8000, 'pairing_expired'],
  [6000, 'disconnected'],
  [4100, 'locked'],
  [4200, 'method_unsupported'],
  [-32601, 'method_unsupported'],
  [-32004, 'method_unsupported'],
  [4900, 'disconnected'],
  [4901, 'chain_mismatch'],
  [4902, 'chain_not_added'],
  [-32002, 'request_pending'],
])

const MESSAGES: Record<WalletErrorCode, string> = {
  no_wallet: 'No wallet was found.',
  user_rejected: 'The request was rejected in the wallet.',
  rejected_unseen: 'The wallet rejected the request without showing it.',
  request_pending: 'The wallet is still waiting for an answer to an earlier request.',
  locked: 'The wallet is locked, or no longer shares its account with this page.',
  disconnected: 'The wallet is not connected.',
  account_changed: 'The wallet has switched to another account.',
  chain_mismatch: 'The wallet is on another network.',
  chain_not_added: 'The wallet does not know this network.',
  method_unsupported: 'The wallet cannot do this.',
  wallet_failed: 'The wallet failed.',
  pairing_expired: 'No wallet accepted the pairing in time.',
  relay_unreachable: 'The relay between page and wallet could not be reached.',
  wallet_connect_missing:
    'The attribute wallet-connect-project-id needs a package that this page was built without: npm install @walletconnect/sign-client@2, and import "@per-second/authorise/wallet-connect".',
}

/**
 * Fields in which wallets and libraries hide the original error: MetaMask wraps 4902 in -32603, ethers uses `info`, and Enkrypt's
 * `message` is the error itself.
 */
const INNER = [
  'message',
  'cause',
  'error',
  'originalError',
  'innerError',
  'data',
  'info',
  'details',
  'reason',
  'response',
] as const

/** A {@link WalletError} with the message that belongs to its code. */
export function walletError(code: WalletErrorCode, cause?: unknown): WalletError {
  return new WalletError(code, MESSAGES[code], cause === undefined ? undefined : { cause })
}

/**
 * Any error of a provider, viem or wagmi as a {@link WalletError}. The outermost definite error wins. Generic errors (-32603, -32000,
 * unknown codes) count only if no inner error is definite.
 */
export function convertWalletError(error: unknown): WalletError {
  const seen = new Set<unknown>()
  const queue: unknown[] = [error]
  for (const candidate of queue) {
    if (typeof candidate === 'string') {
      const inner = inText(candidate)
      if (inner !== null) queue.push(inner)
      else if (saysRefused(candidate)) return walletError('user_rejected', error)
      continue
    }
    if (typeof candidate !== 'object' || candidate === null || seen.has(candidate)) continue
    seen.add(candidate)
    if (candidate instanceof WalletError) return candidate
    const { message } = candidate as { message?: unknown }
    // If the message is an error itself, it is the original. The number around it comes from a bridge.
    const isWrapper = (typeof message === 'object' && message !== null) || inText(message) !== null
    const code = isWrapper ? null : definiteCode(candidate)
    if (code) return walletError(code, error)
    for (const key of INNER) queue.push((candidate as Record<string, unknown>)[key])
  }
  return walletError('wallet_failed', error)
}

/** Runs the work of a wallet's method: every error becomes a {@link WalletError}. */
export async function converted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw convertWalletError(error)
  }
}

/** An error written as JSON into a text. */
function inText(text: unknown): object | null {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return null
  return parsedJson(text) as object | null
}

/** Some wallets report a refusal only as a sentence, or as a single word and its object. */
function saysRefused(text: string): boolean {
  return BY_A_PERSON.test(text) || WORD_ALONE.test(text.trim())
}

const WORD = '(reject|den(y|ied)|declin|cancel|refus)\\w*'
const DONE = `(${WORD}|(abort|dismiss|clos)\\w*)`
const BY_A_PERSON = new RegExp(
  `\\b(user|you)\\b( \\w+){0,2} ${DONE}|\\b${DONE}( \\w+){0,3} by (the )?(user|owner|you)\\b`,
  'i',
)
const WHAT = '(the|request|signature|signing|sign|transaction|message|action|prompt|was|is|has|been)'
const WORD_ALONE = new RegExp(`^(${WHAT} )*${WORD}( ${WHAT})*\\W*$`, 'i')

/** Libraries and devices use a name instead of a number for a refusal, and bridges turn numbers into texts. */
const NAMED = /reject|denied|cancell?ed|declined|userrefused/i

function definiteCode(error: object): WalletErrorCode | null {
  if (error instanceof ProviderNotFoundError) return 'no_wallet'
  if (error instanceof ConnectorNotConnectedError) return 'disconnected'
  if (error instanceof ConnectorAccountNotFoundError) return 'account_changed'
  if (error instanceof SwitchChainNotSupportedError) return 'method_unsupported'
  const { code, name } = error as { code?: unknown; name?: unknown }
  const isNumber = /^\s*-?\d+\s*$/.test(String(code))
  if (isNumber) return CODE_BY_NUMBER.get(Number(code)) ?? null
  return [code, name].some(text => typeof text === 'string' && NAMED.test(text)) ? 'user_rejected' : null
}
