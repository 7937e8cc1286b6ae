import type { Address, Chain, Hex, WireTypedData } from '@per-second/protocol/types'

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
  | 'request_pending'
  | 'locked'
  | 'disconnected'
  | 'account_changed'
  | 'chain_mismatch'
  | 'chain_not_added'
  | 'method_unsupported'
  | 'wallet_failed'

/** Every failure of a wallet, converted once, in the adapter, by class or numeric code (EIP-1193, EIP-1474). */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The element's only door to wallets. All methods throw {@link WalletError} and nothing else. */
export type Wallet = {
  /** The wallets found: announced by EIP-6963, plus a legacy `window.ethereum` as "Browser wallet". Prompts nothing. */
  discover(): Promise<WalletChoice[]>
  /** Asks the chosen wallet for an account. Prompts, unless the wallet shares one with this page already. */
  connect(walletId: string): Promise<WalletConnection>
  /** Takes up an earlier connection after a reload, or null. Never prompts. */
  reconnect(walletId: string): Promise<WalletConnection | null>
  /** Switches to the chain; adds it first only when the wallet does not know it (4902). Prompts at most as often as needed. */
  ensureChain(chain: Chain): Promise<void>
  /** EIP-191 signature of a text by the connected account. Prompts. */
  signMessage(text: string): Promise<Hex>
  /** `eth_signTypedData_v4` by the connected account, exactly this object. Prompts. */
  signTypedData(typedData: WireTypedData): Promise<Hex>
  /** The account's balance of a token in base units, read through the wallet's own provider. */
  balanceOf(token: Address): Promise<bigint>
  accountKind(): Promise<AccountKind>
  /** Timestamp of the latest block the wallet's provider knows, in unix seconds. */
  latestBlockTimestamp(): Promise<number>
  /** Called with the new connection when account or chain change, with null when it ends. Returns the unsubscriber. */
  watch(listener: (connection: WalletConnection | null) => void): () => void
  disconnect(): Promise<void>
}
