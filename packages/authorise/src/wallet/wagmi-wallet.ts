import type { Address, Hex } from '@per-second/protocol/types'
import { type Config, type Connection, type Connector, connect, disconnect } from '@wagmi/core'
import { stringToHex, withTimeout } from 'viem'
import { readAccountKind, readBalance, readLatestTimestamp, readLogs } from './chain-reads.ts'
import { convertWalletError, walletError } from './convert-wallet-error.ts'
import { ensureProviderChain } from './ensure-chain.ts'
import { collectAnnouncements, createInjectedConfig, listWallets, walletName } from './injected-config.ts'
import { type PairedWalletOptions, pairedConnector } from './pairing/paired-connector.ts'
import type { ConnectOptions, Wallet, WalletConnection } from './wallet.ts'
import { providerChainId, providerOf, type WalletProvider } from './wallet-provider.ts'

export type WagmiWalletOptions = {
  /** The page's own wagmi configuration; its wallets are offered and its connections are left as they were found. */
  wagmiConfig?: Config | undefined
  /** One EIP-1193 provider that the page has already; then it is the only wallet offered. */
  provider?: WalletProvider | undefined
  /** Offers wallets on other devices too, unless the page brings its own wallets. */
  walletConnect?: PairedWalletOptions | undefined
}

/** Taking up an earlier connection asks nobody, so a wallet that does not answer within this is gone, in milliseconds. */
const RECONNECT_MS = 5_000

type Active = { connector: Connector; foundConnected: boolean }

/**
 * {@link Wallet} over wagmi. Signing, switching and reading use the connected wallet's own EIP-1193 provider directly: wagmi's
 * actions re-encode typed data, want every chain configured beforehand and report any failed addition of a chain as a rejection.
 */
export function createWagmiWallet(options: WagmiWalletOptions = {}): Wallet {
  const hosted = options.wagmiConfig !== undefined
  let attempt: ConnectOptions = {}
  const paired =
    options.walletConnect && !options.provider ? [pairedConnector(options.walletConnect, () => attempt)] : []
  const { config, release } = options.wagmiConfig
    ? { config: options.wagmiConfig, release: () => undefined }
    : createInjectedConfig(options.provider, paired)
  const listeners = new Set<(connection: WalletConnection | null) => void>()
  let active: Active | null = null
  let sessionChainId: number | null = null
  let last: WalletConnection | null = null

  const unsubscribe = config.subscribe(state => state.connections, notify)

  function notify() {
    const next = snapshot()
    if (isSame(last, next)) return
    last = next
    if (!next) active = null
    for (const listener of [...listeners]) listener(next)
  }

  function snapshot(): WalletConnection | null {
    const connection = active && config.state.connections.get(active.connector.uid)
    return connection ? toConnection(connection) : null
  }

  function take(connector: Connector, foundConnected: boolean): WalletConnection {
    active = { connector, foundConnected }
    last = snapshot()
    if (!last) throw walletError('locked')
    return last
  }

  async function find(walletId: string): Promise<Connector | undefined> {
    const present = () => config.connectors.find(connector => connector.id === walletId)
    if (!present()) await collectAnnouncements()
    return present()
  }

  async function session(): Promise<{ provider: WalletProvider; address: Address; connector: Connector }> {
    const connection = snapshot()
    if (!active || !connection) throw walletError('disconnected')
    const { connector } = active
    const provider = await providerOf(connector)
    if (!provider) throw walletError('no_wallet')
    return { provider, address: connection.address, connector }
  }

  async function reader() {
    const { provider, address } = await session()
    if (sessionChainId !== null) await requireChain(provider, sessionChainId)
    return { provider, address }
  }

  async function signer() {
    const { provider, address, connector } = await session()
    const accounts = await connector.getAccounts()
    if (accounts.length === 0) throw walletError('locked')
    if (!accounts.some(account => isSameAddress(account, address))) throw walletError('account_changed')
    return { provider, address }
  }

  return {
    discover: () =>
      converted(async () => {
        await collectAnnouncements()
        return listWallets(config)
      }),

    connect: (walletId, connectOptions = {}) =>
      converted(async () => {
        attempt = connectOptions
        const connector = await find(walletId)
        if (!connector) throw walletError('no_wallet')
        if (hosted) await settled(config)
        const foundConnected = await isStillConnected(config, connector)
        if (!foundConnected) await connect(config, { connector })
        return take(connector, hosted && foundConnected)
      }),

    reconnect: walletId =>
      converted(async () => {
        const connector = await find(walletId)
        if (!connector) return null
        if (hosted) await settled(config)
        if (config.state.connections.has(connector.uid)) return take(connector, hosted)
        return withTimeout(
          async () => {
            if (!(await connector.isAuthorized())) return null
            const { accounts, chainId } = await connector.connect({ isReconnecting: true })
            if (accounts.length === 0) return null
            // wagmi's own reconnect drops every other connection of the configuration, and runs once at a time in a page.
            connector.emitter.emit('connect', { accounts, chainId })
            return take(connector, false)
          },
          { timeout: RECONNECT_MS },
        ).catch(() => null)
      }),

    ensureChain: chain =>
      converted(async () => {
        const { provider, connector } = await session()
        await ensureProviderChain(provider, chain)
        sessionChainId = chain.chain_id
        // MetaMask may switch without sending `chainChanged`.
        connector.emitter.emit('change', { chainId: chain.chain_id })
      }),

    signMessage: text =>
      converted(async () => {
        const { provider, address } = await signer()
        const params = [stringToHex(text), address]
        return requireHex(await provider.request({ method: 'personal_sign', params }))
      }),

    signTypedData: typedData =>
      converted(async () => {
        const { provider, address } = await signer()
        await requireChain(provider, typedData.domain.chainId)
        const params = [address, JSON.stringify(typedData)]
        return requireHex(await provider.request({ method: 'eth_signTypedData_v4', params }))
      }),

    balanceOf: token =>
      converted(async () => {
        const { provider, address } = await reader()
        return readBalance(provider, token, address)
      }),

    accountKind: () =>
      converted(async () => {
        const { provider, address } = await reader()
        return readAccountKind(provider, address)
      }),

    latestBlockTimestamp: () =>
      converted(async () => {
        const { provider } = await reader()
        return readLatestTimestamp(provider)
      }),

    logsSince: (transaction, filter) =>
      converted(async () => {
        const { provider } = await reader()
        return readLogs(provider, transaction, filter)
      }),

    watch(listener) {
      const each = (connection: WalletConnection | null) => listener(connection)
      listeners.add(each)
      return () => listeners.delete(each)
    },

    disconnect: () =>
      converted(async () => {
        const leaving = active
        active = null
        sessionChainId = null
        notify()
        if (leaving && !leaving.foundConnected) await disconnect(config, { connector: leaving.connector })
      }),

    release() {
      unsubscribe()
      listeners.clear()
      release()
    },
  }
}

/** Waits until a page's own configuration has finished what it does at load, or for as long as a reconnection may take. */
async function settled(config: Config): Promise<void> {
  const busy = () => config.state.status === 'connecting' || config.state.status === 'reconnecting'
  if (!busy()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, RECONNECT_MS)
  const unsubscribe = config.subscribe(
    state => state.status,
    () => busy() || resolve(),
  )
  await promise
  clearTimeout(timer)
  unsubscribe()
}

/**
 * Whether wagmi's connection is also the wallet's. A wallet may have locked or switched accounts without an event: then the
 * connection is brought up to date, or ended so that connecting asks anew instead of failing the same way for ever.
 */
async function isStillConnected(config: Config, connector: Connector): Promise<boolean> {
  if (!config.state.connections.has(connector.uid)) return false
  const accounts = await connector.getAccounts()
  if (accounts.length > 0) connector.emitter.emit('change', { accounts })
  else await disconnect(config, { connector })
  return accounts.length > 0
}

async function requireChain(provider: WalletProvider, chainId: number): Promise<void> {
  if ((await providerChainId(provider)) !== chainId) throw walletError('chain_mismatch')
}

/** Wallets have been seen answering a rejection with null. An empty `0x` is legal: a contract may have approved on chain. */
function requireHex(answer: unknown): Hex {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) throw walletError('wallet_failed', answer)
  return answer as Hex
}

function toConnection({ connector, accounts, chainId }: Connection): WalletConnection | null {
  const [address] = accounts
  return address ? { walletId: connector.id, walletName: walletName(connector), address, chainId } : null
}

function isSame(a: WalletConnection | null, b: WalletConnection | null): boolean {
  return a?.walletId === b?.walletId && a?.address === b?.address && a?.chainId === b?.chainId
}

function isSameAddress(a: Address, b: Address): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

async function converted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw convertWalletError(error)
  }
}
