import type { Address, Hex, WireMeterTerms, WireTypedData } from '@per-second/protocol/types'
import type { ChainToUse } from '../chains/chain-in-table.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'

/** A wallet that the subscriber can choose. `icon` is a `data:` URI or null: no icon is loaded. */
export type WalletChoice = { id: string; name: string; icon: string | null }

/** An established connection. `chainId` is the wallet's current chain, which need not be the session's. */
export type WalletConnection = { walletId: string; walletName: string; address: Address; chainId: number }

/**
 * The signer of an account: a plain key, a key delegated by EIP-7702, or a contract (ERC-1271). A contract's signature may come late and
 * its balance may be filled at the last moment.
 */
export type AccountKind = 'key' | 'delegated' | 'contract'

export type WalletErrorCode =
  | 'no_wallet'
  | 'user_rejected'
  /** Refused faster than a person can: the wallet showed no prompt. */
  | 'rejected_unseen'
  | 'request_pending'
  | 'locked'
  | 'disconnected'
  | 'account_changed'
  | 'chain_mismatch'
  | 'chain_not_added'
  | 'method_unsupported'
  | 'wallet_failed'
  | 'pairing_expired'
  | 'relay_unreachable'
  | 'wallet_connect_missing'

/** Every failure of a wallet. The adapter converts it once, by class or numeric code (EIP-1193, EIP-1474). */
export class WalletError extends AuthoriseError {
  override readonly name = 'WalletError'
  declare readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options)
  }
}

/** The id of any wallet that is paired over WalletConnect. */
export const PAIRED_WALLET_ID = 'wallet-connect'

export function isPaired(walletId: string): boolean {
  return walletId === PAIRED_WALLET_ID
}

/** Options of a connection beside the wallet's name. Only wallets on another device need them. */
export type ConnectOptions = {
  /** The chain the session is on. */
  chainId?: number
  /** Ends the attempt. A later response of the wallet is dropped. */
  signal?: AbortSignal
  /** Called with the link of the pairing, `wc:…`, which a wallet on this device opens and one on another scans. */
  onPairing?: (link: string) => void
}

/** One log entry of a contract. */
export type WalletLog = { transactionHash: Hex; topics: readonly Hex[] }

/** One opening: a payer's authorisation of a token, for a meter of an escrow. The record of a signature is one. */
export type Opening = {
  /** The opening's chain. The wallet must be on it: another chain does not know this meter. */
  chainId: number
  escrow: Address
  terms: Pick<WireMeterTerms, 'token' | 'payer'>
  /** The digest of the terms: the meter's id and the authorisation's nonce. */
  digest: Hex
}

/** The state of an opening on the chain, all at one block. `blockTimestamp` in unix seconds. */
export type OpeningState = {
  blockTimestamp: number
  isKnown: boolean
  /** Whether no further second of the meter can be charged: its payer stopped it, or it has ended. */
  isStopped: boolean
  isNonceUsed: boolean
}

/**
 * The element's only access to wallets. All methods throw only {@link WalletError}. A read without a response within four seconds is
 * `wallet_failed`. A prompt has no time limit.
 */
export type Wallet = {
  /**
   * Finds the wallets announced by EIP-6963, or else a legacy `window.ethereum` as "Browser wallet". The last used wallet of this
   * browser comes first. Never prompts.
   */
  discover(): Promise<WalletChoice[]>
  /** Calls `listener` with the whole list each time a wallet announces itself late. Returns the unsubscriber. */
  onWallets(listener: (wallets: WalletChoice[]) => void): () => void
  /**
   * Returns a connection that the page already has, or null. The order is: the current connection of the page's own configuration, the
   * last used wallet if it shares an account, any other such wallet. Never prompts, and skips wallets that {@link Wallet.disconnect}
   * released.
   */
  connected(): Promise<WalletConnection | null>
  /** Requests an account of the chosen wallet. Prompts, unless the wallet already shares one with this page and was not released. */
  connect(walletId: string, options?: ConnectOptions): Promise<WalletConnection>
  /** Resumes an earlier connection after a reload, or returns null. Never prompts. */
  reconnect(walletId: string): Promise<WalletConnection | null>
  /** Switches to the chain, and adds it if the switch fails without a person's refusal. Prompts at most as often as needed. */
  ensureChain(chain: ChainToUse): Promise<void>
  /** EIP-191 signature of a text by the connected account. Prompts. */
  signMessage(text: string): Promise<Hex>
  /**
   * `eth_signTypedData_v4`, exactly this object. Prompts. Throws `account_changed` unless the connected account is its `from`.
   *
   * @param asking called right before the request to the wallet, and not if an earlier check fails
   */
  signTypedData(typedData: WireTypedData, asking?: () => void | Promise<void>): Promise<Hex>
  /** The account's balance of a token in base units, read through the wallet's own provider. */
  balanceOf(token: Address): Promise<bigint>
  accountKind(): Promise<AccountKind>
  /** Timestamp of the latest block the wallet's provider knows, in unix seconds. */
  latestBlockTimestamp(): Promise<number>
  /** A contract's logs whose second topic is `topic`, oldest first, from the block of `transaction` on. */
  logsSince(transaction: Hex, filter: { contract: Address; topic: Hex }): Promise<WalletLog[]>
  /** The state of an opening in escrow and token, read in one block. @throws {WalletError} `wallet_failed` if a contract is missing */
  readOpening(opening: Opening): Promise<OpeningState>
  /**
   * Sends the payer's `stop` to the escrow, on the chain of {@link Wallet.ensureChain}, and returns the transaction's hash. Prompts, and
   * costs gas. Throws `account_changed` unless the connected account is the terms' payer.
   */
  stopMeter(escrow: Address, terms: WireMeterTerms): Promise<Hex>
  /** Called with the new connection when account or chain change, with null when it ends. Returns the unsubscriber. */
  watch(listener: (connection: WalletConnection | null) => void): () => void
  /**
   * Releases the wallet for this element alone: the page, other elements and the wallet keep their connections. The next
   * {@link Wallet.connect} requests an account again. The element's own pairing is ended once no other element of the page uses it.
   */
  disconnect(): Promise<void>
  /** Removes all listeners. A connection stays for others to resume. */
  release(): void
}

/** The methods that signing, opening and stopping a meter need. A program's account has these alone. */
export type SigningWallet = Pick<
  Wallet,
  | 'ensureChain'
  | 'signTypedData'
  | 'balanceOf'
  | 'accountKind'
  | 'latestBlockTimestamp'
  | 'readOpening'
  | 'stopMeter'
  | 'logsSince'
>
