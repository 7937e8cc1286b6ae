import { knownChain } from '@per-second/protocol/chains'
import type { Address } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import { encodeStop } from './encode-stop.ts'
import { isFakeEscrow } from './fake-escrow.ts'
import { createFakeOwner, type FakeOwnerOptions } from './fake-owner.ts'
import { limitRead } from './limit-read.ts'
import {
  type Wallet,
  type WalletChoice,
  type WalletConnection,
  WalletError,
  type WalletErrorCode,
} from './wallet.ts'
import type { WalletAnswer, WalletControls, WalletPrompt } from './wallet-controls.ts'

export type FakeWalletOptions = FakeOwnerOptions & {
  id?: string
  name?: string
  /** No wallet exists until it appears. */
  missing?: boolean
  /** Wallets beside it. Choosing another one chooses it all the same. */
  others?: string[]
}

export type FakeWallet = Wallet & {
  readonly controls: WalletControls
  /** A missing wallet announces itself late. */
  appear(): void
}

const CODE_OF_ANSWER: Record<Exclude<WalletAnswer, 'approve'>, WalletErrorCode> = {
  reject: 'user_rejected',
  pending: 'request_pending',
  locked: 'locked',
  fail: 'wallet_failed',
}

/** A {@link Wallet} in memory with a real key, for tests above the port. One suite proves that it behaves like the adapter. */
export function createFakeWallet(options: FakeWalletOptions = {}): FakeWallet {
  const { id = 'test.fake-wallet', name = 'Fake wallet' } = options
  const others = (options.others ?? []).map(other => ({ id: `test.${other}`, name: other, icon: null }))
  const choices: WalletChoice[] = [{ id, name, icon: null }, ...others]
  const onLists = new Set<(wallets: WalletChoice[]) => void>()
  let missing = options.missing ?? false
  const listeners = new Set<(connection: WalletConnection | null) => void>()
  let connected: Address | null = null
  let shared = false
  let isLeft = false
  let sessionChainId: number | null = null
  const owner = createFakeOwner(options, {
    chainChanged: () => connected && tell(connection(connected)),
    accountChanged() {
      if (!connected) return
      connected = owner.account.address
      tell(connection(connected))
    },
    shared() {
      shared = true
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

  function take(): WalletConnection {
    isLeft = false
    connected = owner.account.address
    return connection(connected)
  }

  function requireConnected(): Address {
    if (!connected) throw failure('disconnected')
    return connected
  }

  function read<T>(work: () => T, chainId = sessionChainId): Promise<T> {
    return limitRead(async () => {
      requireConnected()
      await owner.answersReads()
      if (chainId !== null && chainId !== owner.chainId) throw failure('chain_mismatch')
      return work()
    })
  }

  async function requireSigner(): Promise<PrivateKeyAccount> {
    const address = requireConnected()
    await limitRead(owner.answersReads)
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

    appear() {
      missing = false
      for (const listener of [...onLists]) listener(choices)
    },

    discover: async () => (missing ? [] : choices),

    onWallets(listener) {
      onLists.add(listener)
      return () => onLists.delete(listener)
    },

    connected: async () => (missing || isLeft || !shared ? null : take()),

    async connect(walletId) {
      if (missing || walletId !== id) throw failure('no_wallet')
      if (!shared || isLeft) await ask('connect')
      shared = true
      return take()
    },

    reconnect: async walletId => (missing || isLeft || walletId !== id || !shared ? null : take()),

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
      const signer = await requireSigner()
      await ask('message')
      return signer.signMessage({ message: text })
    },

    async signTypedData(typedData, asking) {
      const signer = await requireSigner()
      if (signer.address.toLowerCase() !== typedData.message.from.toLowerCase())
        throw failure('account_changed')
      if (typedData.domain.chainId !== owner.chainId) throw failure('chain_mismatch')
      asking?.()
      await ask('typed_data')
      // The signer's types require bigints instead of the wire's decimal strings. Both encode to the same words.
      return signer.signTypedData(typedData as never)
    },

    async stopMeter(escrow, terms) {
      const { address } = await requireSigner()
      if (address.toLowerCase() !== terms.payer.toLowerCase()) throw failure('account_changed')
      if (sessionChainId !== owner.chainId) throw failure('chain_mismatch')
      await ask('transaction')
      return owner.send({ to: escrow, data: encodeStop(terms) })
    },

    balanceOf: () => read(() => owner.balance),

    accountKind: () => read(() => owner.kind),

    latestBlockTimestamp: () => read(() => owner.latestTimestamp),

    logsSince: () => read(() => [...owner.logs]),

    readOpening: ({ chainId, escrow }) =>
      read(() => {
        const { isKnown, isNonceUsed } = owner.opening
        const isOpen = isKnown && isFakeEscrow(escrow)
        return {
          blockTimestamp: owner.latestTimestamp,
          isKnown: isOpen,
          isStopped: isFakeEscrow(escrow) && owner.isStopped,
          isNonceUsed,
        }
      }, chainId),

    watch(listener) {
      const own = (change: WalletConnection | null) => listener(change)
      listeners.add(own)
      return () => listeners.delete(own)
    },

    async disconnect() {
      isLeft = true
      end()
    },

    release() {
      listeners.clear()
      onLists.clear()
    },
  }
}

function failure(code: WalletErrorCode): WalletError {
  return new WalletError(code, `The fake wallet answers ${code}.`)
}
