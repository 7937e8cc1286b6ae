import type { Address, Hex } from '@per-second/protocol/types'
import type { AccountKind, OpeningState, WalletLog } from './wallet.ts'

/** An answer to a prompt, by a person or the wallet. `pending` is the wallet's own refusal of a second prompt (-32002). */
export type WalletAnswer = 'approve' | 'reject' | 'pending' | 'locked' | 'fail'

/** The prompts a wallet can show. */
export type WalletPrompt = 'connect' | 'switch' | 'add' | 'message' | 'typed_data' | 'transaction'

/** A transaction request to the wallet. */
export type SentTransaction = { to: Address; data: Hex }

/** Controls of a wallet in tests: its owner's answers, and changes outside the page. */
export type WalletControls = {
  /** The connected account, or the account for the next connection. */
  readonly address: Address
  /** Every prompt shown so far, oldest first. */
  readonly prompts: readonly WalletPrompt[]
  /** Every transaction sent so far, oldest first. */
  readonly transactions: readonly SentTransaction[]
  /** Sets the answer to one kind of prompt from now on (default: `approve`). */
  answer(prompt: WalletPrompt, answer: WalletAnswer): void
  /** Keeps every prompt open until the returned function is called. */
  hold(): () => void
  /** Leaves every read without a response until the returned function is called. */
  holdReads(): () => void
  /** Leaves sent transactions out of every block until the returned function is called. */
  holdBlocks(): () => void
  setBalance(baseUnits: bigint): void
  setAccountKind(kind: AccountKind): void
  setLatestBlockTimestamp(seconds: number): void
  /** Sets the chain's logs since the opening, for every filter. */
  setLogs(logs: readonly WalletLog[]): void
  /** Sets the state of any opening in escrow and token (default: unknown and unused). */
  setOpening(opening: Pick<OpeningState, 'isKnown' | 'isNonceUsed'>): void
  /** Makes the wallet forget a chain, so that a switch to it fails with 4902. */
  forgetChain(chainId: number): void
  /** The owner selects another network in the wallet. */
  changeChain(chainId: number): void
  /** The owner selects another account, of this private key or a random one. Returns its address. */
  changeAccount(key?: Hex): Address
  /** The page connects the account by other means than the element. */
  share(): void
  /** The owner locks the wallet: it shares no account until the next connect request. */
  lock(): void
  /** The owner removes the page from the wallet. */
  endConnection(): void
}
