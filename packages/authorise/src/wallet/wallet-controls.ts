import type { Address, Hex } from '@per-second/protocol/types'
import type { AccountKind, OpeningState, WalletLog } from './wallet.ts'

/** What a person or a wallet may answer to a prompt. `pending` is the wallet's own refusal of a second prompt (-32002). */
export type WalletAnswer = 'approve' | 'reject' | 'pending' | 'locked' | 'fail'

/** The prompts a wallet can show. */
export type WalletPrompt = 'connect' | 'switch' | 'add' | 'message' | 'typed_data' | 'transaction'

/** A transaction that the wallet was asked to send. */
export type SentTransaction = { to: Address; data: Hex }

/** The hand on a wallet in tests: what its owner answers, and what changes behind the page's back. */
export type WalletControls = {
  /** The connected account, or the one that would be. */
  readonly address: Address
  /** Every prompt shown so far, oldest first. */
  readonly prompts: readonly WalletPrompt[]
  /** Every transaction sent so far, oldest first. */
  readonly transactions: readonly SentTransaction[]
  /** Answers to one kind of prompt from now on; `approve` is what every prompt starts with. */
  answer(prompt: WalletPrompt, answer: WalletAnswer): void
  /** Keeps every prompt open until the returned function is called. */
  hold(): () => void
  /** Leaves every read unanswered until the returned function is called. */
  holdReads(): () => void
  /** Leaves what is sent out of every block until the returned function is called. */
  holdBlocks(): () => void
  setBalance(baseUnits: bigint): void
  setAccountKind(kind: AccountKind): void
  setLatestBlockTimestamp(seconds: number): void
  /** What the chain has logged since the opening, whatever is asked for. */
  setLogs(logs: readonly WalletLog[]): void
  /** What escrow and token say of any opening; unknown and unused at first. */
  setOpening(opening: Pick<OpeningState, 'isKnown' | 'isNonceUsed'>): void
  /** Makes the wallet forget a chain, so that switching to it answers 4902. */
  forgetChain(chainId: number): void
  /** The owner selects another network in the wallet. */
  changeChain(chainId: number): void
  /** The owner selects another account, the one of this private key or a fresh one; its address is returned. */
  changeAccount(key?: Hex): Address
  /** The page gets the account in some other way than through the element. */
  share(): void
  /** The owner locks the wallet: it shares no account until asked to connect again. */
  lock(): void
  /** The owner removes the page from the wallet. */
  endConnection(): void
}
