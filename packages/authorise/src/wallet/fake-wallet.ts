import { knownChain } from '@per-second/protocol/chains'
import type { Address, Hex } from '@per-second/protocol/types'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  type AccountKind,
  type Wallet,
  type WalletConnection,
  WalletError,
  type WalletErrorCode,
} from './wallet.ts'
import type { WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

export type FakeWalletOptions = {
  id?: string
  name?: string
  /** Private key of the account; a fresh one unless given. */
  key?: Hex
  /** The chain the wallet starts on. */
  chainId?: number
  /** Balance of every token, in base units. */
  balance?: bigint
  /** No wallet at all: nothing is discovered. */
  missing?: boolean
}

export type FakeWallet = Wallet & { readonly controls: WalletControls }

const CODE_OF_ANSWER: Record<Exclude<WalletAnswer, 'approve'>, WalletErrorCode> = {
  reject: 'user_rejected',
  pending: 'request_pending',
  locked: 'locked',
  fail: 'wallet_failed',
}

/** A {@link Wallet} in memory with a real key, for tests of everything above the port. Behaves as the adapter does (one suite). */
export function createFakeWallet(options: FakeWalletOptions = {}): FakeWallet {
  const { id = 'test.fake-wallet', name = 'Fake wallet', missing = false } = options
  const listeners = new Set<(connection: WalletConnection | null) => void>()
  const answers = new Map<WalletPrompt, WalletAnswer>()
  const prompts: WalletPrompt[] = []
  const startChainId = options.chainId ?? 1
  const chains = new Set([startChainId, 1, 31_337])
  let account: PrivateKeyAccount = privateKeyToAccount(options.key ?? generatePrivateKey())
  let chainId = startChainId
  let balance = options.balance ?? 1_000_000_000n
  let kind: AccountKind = 'key'
  let latestTimestamp = 1_700_000_000
  let connected: Address | null = null
  let shared = false
  let sessionChainId: number | null = null
  let held: Promise<void> | null = null

  async function ask(prompt: WalletPrompt): Promise<void> {
    prompts.push(prompt)
    if (held) await held
    const answer = answers.get(prompt) ?? 'approve'
    if (answer !== 'approve') throw failure(CODE_OF_ANSWER[answer])
  }

  function connection(address: Address): WalletConnection {
    return { walletId: id, walletName: name, address, chainId }
  }

  function requireConnected(): Address {
    if (!connected) throw failure('disconnected')
    return connected
  }

  function requireReadable(): Address {
    const address = requireConnected()
    if (sessionChainId !== null && sessionChainId !== chainId) throw failure('chain_mismatch')
    return address
  }

  function requireSigner(): PrivateKeyAccount {
    const address = requireConnected()
    if (!shared) throw failure('locked')
    if (account.address !== address) throw failure('account_changed')
    return account
  }

  function tell(change: WalletConnection | null): void {
    for (const listener of [...listeners]) listener(change)
  }

  function end(): void {
    if (!connected) return
    connected = null
    sessionChainId = null
    tell(null)
  }

  const controls: WalletControls = {
    get address() {
      return account.address
    },
    get prompts() {
      return prompts
    },
    answer: (prompt, answer) => void answers.set(prompt, answer),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = null
        resolve()
      }
    },
    setBalance(baseUnits) {
      balance = baseUnits
    },
    setAccountKind(value) {
      kind = value
    },
    setLatestBlockTimestamp(seconds) {
      latestTimestamp = seconds
    },
    forgetChain: id => void chains.delete(id),
    changeChain(id) {
      chains.add(id)
      chainId = id
      if (connected) tell(connection(connected))
    },
    changeAccount() {
      account = privateKeyToAccount(generatePrivateKey())
      if (connected) {
        connected = account.address
        tell(connection(connected))
      }
      return account.address
    },
    lock() {
      shared = false
      end()
    },
    endConnection() {
      shared = false
      end()
    },
  }

  return {
    controls,

    discover: async () => (missing ? [] : [{ id, name, icon: null }]),

    async connect(walletId) {
      if (missing || walletId !== id) throw failure('no_wallet')
      if (!shared || !connected) await ask('connect')
      shared = true
      connected = account.address
      return connection(connected)
    },

    async reconnect(walletId) {
      if (missing || walletId !== id || !shared) return null
      connected = account.address
      return connection(connected)
    },

    async ensureChain(chain) {
      const address = requireConnected()
      const wanted = chain.chain_id
      if (wanted !== chainId) {
        if (!chains.has(wanted)) {
          const usable = knownChain(wanted) !== null || chain.rpc_urls.length > 0
          if (!usable) throw failure('chain_not_added')
          await ask('add')
          chains.add(wanted)
        } else await ask('switch')
        chainId = wanted
        tell(connection(address))
      }
      sessionChainId = wanted
    },

    async signMessage(text) {
      const signer = requireSigner()
      await ask('message')
      return signer.signMessage({ message: text })
    },

    async signTypedData(typedData) {
      const signer = requireSigner()
      if (typedData.domain.chainId !== chainId) throw failure('chain_mismatch')
      await ask('typed_data')
      // The signer's types want bigints where the wire has decimal strings; both encode to the same words.
      return signer.signTypedData(typedData as never)
    },

    async balanceOf() {
      requireReadable()
      return balance
    },

    async accountKind() {
      requireReadable()
      return kind
    },

    async latestBlockTimestamp() {
      requireReadable()
      return latestTimestamp
    },

    watch(listener) {
      const own = (change: WalletConnection | null) => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },

    async disconnect() {
      shared = false
      end()
    },
  }
}

function failure(code: WalletErrorCode): WalletError {
  return new WalletError(code, `The fake wallet answers ${code}.`)
}
