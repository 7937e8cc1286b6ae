import type { Address } from '@per-second/protocol/types'
import type { Config, Connection, Connector } from '@wagmi/core'
import { isSameAddress } from '../chains/is-same-address.ts'
import { walletError } from './convert-wallet-error.ts'
import { walletName } from './injected-config.ts'
import { writeLastWallet } from './last-wallet.ts'
import { limitRead } from './limit-read.ts'
import type { WalletConnection } from './wallet.ts'
import { providerOf, requireChain, type WalletProvider } from './wallet-provider.ts'

type Listener = (connection: WalletConnection | null) => void

/** The target of a request: a provider and its account. */
type Holder = { provider: WalletProvider; address: Address; connector: Connector }

/** `spelling`: the account as the wallet itself writes it. Some wallets accept no other. */
type Signer = Holder & { spelling: string }

/** The one connection that this element uses, among all of a configuration. */
export class HeldConnection {
  /** The session's chain; null before it is chosen. */
  chainId: number | null = null
  readonly #config: Config
  readonly #listeners = new Set<Listener>()
  readonly #end: () => void
  /** The wallets that this element has released. They are not resumed without a prompt. */
  readonly #left = new Set<string>()
  #connector: Connector | null = null
  #last: WalletConnection | null = null

  constructor(config: Config) {
    this.#config = config
    this.#end = config.subscribe(
      state => state.connections,
      () => this.#notify(),
    )
  }

  take(connector: Connector): WalletConnection {
    this.#connector = connector
    this.#last = this.#current()
    if (!this.#last) throw walletError('locked')
    this.#left.delete(connector.id)
    writeLastWallet(connector.id)
    return this.#last
  }

  /** The released connector. Only this element releases it: the configuration keeps it. */
  release(): Connector | null {
    const leaving = this.#connector
    this.#connector = null
    this.chainId = null
    if (leaving) this.#left.add(leaving.id)
    this.#notify()
    return leaving
  }

  hasLeft(walletId: string): boolean {
    return this.#left.has(walletId)
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(): void {
    this.#end()
    this.#listeners.clear()
  }

  /** @throws {WalletError} `disconnected` or `no_wallet` */
  async holder(): Promise<Holder> {
    const connection = this.#current()
    const connector = this.#connector
    if (!connector || !connection) throw walletError('disconnected')
    const provider = await providerOf(connector)
    if (!provider) throw walletError('no_wallet')
    return { provider, address: connection.address, connector }
  }

  /** The same, once the wallet confirms that it still shares this very account. */
  async signer(): Promise<Signer> {
    const holder = await this.holder()
    const accounts = await limitRead(() => holder.connector.getAccounts())
    if (accounts.length === 0) throw walletError('locked')
    if (!accounts.some(account => isSameAddress(account, holder.address)))
      throw walletError('account_changed')
    const { provider, address } = holder
    const told = await limitRead(() => provider.request({ method: 'eth_accounts' })).catch(() => [])
    const spellings = Array.isArray(told) ? told.map(String) : []
    return { ...holder, spelling: spellings.find(spelled => isSameAddress(spelled, address)) ?? address }
  }

  /** A read on the session's chain, or on the named chain. */
  read<T>(
    work: (provider: WalletProvider, address: Address) => Promise<T>,
    chainId = this.chainId,
  ): Promise<T> {
    return limitRead(async () => {
      const { provider, address } = await this.holder()
      if (chainId !== null) await requireChain(provider, chainId)
      return work(provider, address)
    })
  }

  #current(): WalletConnection | null {
    const connection = this.#connector && this.#config.state.connections.get(this.#connector.uid)
    return connection ? toConnection(connection) : null
  }

  #notify(): void {
    const next = this.#current()
    if (isSame(this.#last, next)) return
    this.#last = next
    if (!next) this.#connector = null
    for (const listener of [...this.#listeners]) listener(next)
  }
}

function toConnection({ connector, accounts, chainId }: Connection): WalletConnection | null {
  const [address] = accounts
  return address ? { walletId: connector.id, walletName: walletName(connector), address, chainId } : null
}

function isSame(a: WalletConnection | null, b: WalletConnection | null): boolean {
  return a?.walletId === b?.walletId && a?.address === b?.address && a?.chainId === b?.chainId
}
