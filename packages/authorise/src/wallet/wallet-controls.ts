import type { Address, Hex } from '@per-second/protocol/types'
import type { AccountKind, WalletLog } from './wallet.ts'

/** What a person or a wallet may answer to a prompt. `pending` is the wallet's own refusal of a second prompt (-32002). */
export type WalletAnswer = 'approve' | 'reject' | 'pending' | 'locked' | 'fail'

/** The prompts a wallet can show. */
export type WalletPrompt = 'connect' | 'switch' | 'add' | 'message' | 'typed_data'

/** The hand on a wallet in tests: what its owner answers, and what changes behind the page's back. */
export type WalletControls = {
  /** The connected account, or the one that would be. */
  readonly address: Address
  /** Every prompt shown so far, oldest first. */
  readonly prompts: readonly WalletPrompt[]
  /** Answers to one kind of prompt from now on; `approve` is what every prompt starts with. */
  answer(prompt: WalletPrompt, answer: WalletAnswer): void
  /** Keeps every prompt open until the returned function is called. */
  hold(): () => void
  setBalance(baseUnits: bigint): void
  setAccountKind(kind: AccountKind): void
  setLatestBlockTimestamp(seconds: number): void
  /** What the chain has logged since the opening, whatever is asked for. */
  setLogs(logs: readonly WalletLog[]): void
  /** Makes the wallet forget a chain, so that switching to it answers 4902. */
  forgetChain(chainId: number): void
  /** The owner selects another network in the wallet. */
  changeChain(chainId: number): void
  /** The owner selects another account, the one of this private key or a fresh one; its address is returned. */
  changeAccount(key?: Hex): Address
  /** The owner locks the wallet: it shares no account until asked to connect again. */
  lock(): void
  /** The owner removes the page from the wallet. */
  endConnection(): void
}
