import { knownChain } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createFakeOwner, type FakeOwnerOptions } from './fake-owner.ts'
import { type Wallet, type WalletConnection, WalletError, type WalletErrorCode } from './wallet.ts'
import type { WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

export type FakeWalletOptions = FakeOwnerOptions & {
  id?: string
  name?: string
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
  let connected: Address | null = null
  let shared = false
  let sessionChainId: number | null = null
  const owner = createFakeOwner(options, {
    chainChanged: () => connected && tell(connection(connected)),
    accountChanged() {
      if (!connected) return
      connected = owner.account.address
      tell(connection(connected))
    },
    locked: leave,
    ended: leave,
  })

  async function ask(prompt: WalletPrompt): Promise<void> {
    const answer = await owner.ask(prompt)
    if (answer) throw failure(CODE_OF_ANSWER[answer])
  }

  function leave(): void {
    shared = false
    end()
  }

  function connection(address: Address): WalletConnection {
    return { walletId: id, walletName: name, address, chainId: owner.chainId }
  }

  function requireConnected(): Address {
    if (!connected) throw failure('disconnected')
    return connected
  }

  function requireReadable(): Address {
    const address = requireConnected()
    if (sessionChainId !== null && sessionChainId !== owner.chainId) throw failure('chain_mismatch')
    return address
  }

  function requireSigner(): PrivateKeyAccount {
    const address = requireConnected()
    if (!shared) throw failure('locked')
    if (owner.account.address !== address) throw failure('account_changed')
    return owner.account
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

  return {
    controls: owner.controls,

    discover: async () => (missing ? [] : [{ id, name, icon: null }]),

    async connect(walletId) {
      if (missing || walletId !== id) throw failure('no_wallet')
      if (!shared || !connected) await ask('connect')
      shared = true
      connected = owner.account.address
      return connection(connected)
    },

    async reconnect(walletId) {
      if (missing || walletId !== id || !shared) return null
      connected = owner.account.address
      return connection(connected)
    },

    async ensureChain(chain) {
      const address = requireConnected()
      const wanted = chain.chain_id
      if (wanted !== owner.chainId) {
        if (!owner.chains.has(wanted)) {
          const usable = knownChain(wanted) !== null || chain.rpc_urls.length > 0
          if (!usable) throw failure('chain_not_added')
          await ask('add')
          owner.chains.add(wanted)
        } else await ask('switch')
        owner.chainId = wanted
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
      if (typedData.domain.chainId !== owner.chainId) throw failure('chain_mismatch')
      await ask('typed_data')
      // The signer's types want bigints where the wire has decimal strings; both encode to the same words.
      return signer.signTypedData(typedData as never)
    },

    async balanceOf() {
      requireReadable()
      return owner.balance
    },

    async accountKind() {
      requireReadable()
      return owner.kind
    },

    async latestBlockTimestamp() {
      requireReadable()
      return owner.latestTimestamp
    },

    async logsSince() {
      requireReadable()
      return [...owner.logs]
    },

    watch(listener) {
      const own = (change: WalletConnection | null) => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },

    disconnect: async () => leave(),

    release: () => listeners.clear(),
  }
}

function failure(code: WalletErrorCode): WalletError {
  return new WalletError(code, `The fake wallet answers ${code}.`)
}
