import type { Address, Hex, WireMeterTerms, WireTypedData } from '@per-second/protocol/types'
import type { ChainToUse } from '../chains/chain-in-table.ts'
import { AuthoriseError } from '../errors/authorise-error.ts'

/** A wallet the visitor may choose. `icon` is a `data:` URI or null: nothing is loaded from anywhere. */
export type WalletChoice = { id: string; name: string; icon: string | null }

/** An established connection. `chainId` is the wallet's current chain, which need not be the session's. */
export type WalletConnection = { walletId: string; walletName: string; address: Address; chainId: number }

/**
 * Who answers for an account: a plain key, a key delegated by EIP-7702, or a contract (ERC-1271), whose signature may come late
 * and whose balance may be filled at the last moment.
 */
export type AccountKind = 'key' | 'delegated' | 'contract'

export type WalletErrorCode =
  | 'no_wallet'
  | 'user_rejected'
  /** Refused faster than a person can: nothing was shown. */
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

/** Every failure of a wallet, converted once, in the adapter, by class or numeric code (EIP-1193, EIP-1474). */
export class WalletError extends AuthoriseError {
  override readonly name = 'WalletError'
  declare readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options)
  }
}

/** The id of whatever wallet is paired over WalletConnect. */
export const PAIRED_WALLET_ID = 'wallet-connect'

export function isPaired(walletId: string): boolean {
  return walletId === PAIRED_WALLET_ID
}

/** How a wallet on another device finds this page: a link, and the same as a picture to scan. */
export type Pairing = {
  /** `wc:…`, which a wallet on this device opens. */
  uri: string
  /** Modules along one side of the QR code, without the quiet zone. */
  size: number
  /** Its dark modules as the data of an SVG path, one unit each. */
  path: string
}

/** What a connection may need besides the wallet's name; only wallets on another device do. */
export type ConnectOptions = {
  /** The chain the session is on. */
  chainId?: number
  /** Ends the attempt; what the wallet answers afterwards is dropped. */
  signal?: AbortSignal
  /** Called with what pairs the wallet, to be drawn and opened; again when the first has expired. */
  onPairing?: (pairing: Pairing) => void
}

/** One log entry of a contract; `data` is ABI-encoded. */
export type WalletLog = { transactionHash: Hex; topics: readonly Hex[]; data: Hex }

/** One opening: whose authorisation of which token would open which meter of which escrow. */
export type Opening = {
  /** The chain it is on; the wallet must be on it, for another chain knows nothing of this meter. */
  chainId: number
  escrow: Address
  token: Address
  payer: Address
  /** The digest of the terms: the meter's id and the authorisation's nonce. */
  digest: Hex
}

/** What the chain says of an opening, all of it at one block. `blockTimestamp` in unix seconds. */
export type OpeningState = {
  blockTimestamp: number
  isKnown: boolean
  /** Whether no further second of the meter can be charged: its payer stopped it, or it has ended. */
  isStopped: boolean
  isNonceUsed: boolean
}

/**
 * The element's only door to wallets. All methods throw {@link WalletError} and nothing else. A read that the wallet does not answer
 * within four seconds is `wallet_failed`; a prompt waits for as long as the person takes.
 */
export type Wallet = {
  /**
   * The wallets found: announced by EIP-6963, or, where none is, a legacy `window.ethereum` as "Browser wallet"; the one used last
   * in this browser first. Prompts nothing.
   */
  discover(): Promise<WalletChoice[]>
  /** Called with the whole list whenever it grows: a wallet announced itself late. Returns the unsubscriber. */
  onWallets(listener: (wallets: WalletChoice[]) => void): () => void
  /**
   * Takes up a connection that the page has already, or null: the current one of the page's own configuration, else a wallet that
   * shares an account with the page, the one used last first. Never prompts, and passes over what {@link Wallet.disconnect} let go.
   */
  connected(): Promise<WalletConnection | null>
  /** Asks the chosen wallet for an account. Prompts, unless the wallet shares one with this page already and was not let go. */
  connect(walletId: string, options?: ConnectOptions): Promise<WalletConnection>
  /** Takes up an earlier connection after a reload, or null. Never prompts. */
  reconnect(walletId: string): Promise<WalletConnection | null>
  /** Switches to the chain, and adds it where the switch fails and no person refused it. Prompts at most as often as needed. */
  ensureChain(chain: ChainToUse): Promise<void>
  /** EIP-191 signature of a text by the connected account. Prompts. */
  signMessage(text: string): Promise<Hex>
  /**
   * `eth_signTypedData_v4`, exactly this object. Prompts. Throws `account_changed` unless the connected account is its `from`.
   *
   * @param asking called right before the wallet is asked; not at all where something stands in the way
   */
  signTypedData(typedData: WireTypedData, asking?: () => void): Promise<Hex>
  /** The account's balance of a token in base units, read through the wallet's own provider. */
  balanceOf(token: Address): Promise<bigint>
  accountKind(): Promise<AccountKind>
  /** Timestamp of the latest block the wallet's provider knows, in unix seconds. */
  latestBlockTimestamp(): Promise<number>
  /** A contract's logs whose second topic is `topic`, oldest first, from the block of `transaction` on. */
  logsSince(transaction: Hex, filter: { contract: Address; topic: Hex }): Promise<WalletLog[]>
  /** What escrow and token say of an opening, read in one block. @throws {WalletError} `wallet_failed` for contracts that are not there */
  readOpening(opening: Opening): Promise<OpeningState>
  /**
   * Sends the payer's `stop` to the escrow, on the chain that {@link Wallet.ensureChain} chose; the hash of the transaction.
   * Prompts, and costs gas. Throws `account_changed` unless the connected account is the terms' payer.
   */
  stopMeter(escrow: Address, terms: WireMeterTerms): Promise<Hex>
  /** Called with the new connection when account or chain change, with null when it ends. Returns the unsubscriber. */
  watch(listener: (connection: WalletConnection | null) => void): () => void
  /**
   * Lets go of the wallet for this element alone: the page, other elements and the wallet keep what they have, and the next
   * {@link Wallet.connect} asks for an account anew. A pairing of our own is ended, once no other element of the page uses it.
   */
  disconnect(): Promise<void>
  /** Ends all it listens to, when nobody uses it any more. A connection stays, to be taken up by another. */
  release(): void
}
