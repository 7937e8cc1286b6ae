import type { Address, Hex } from '@per-second/protocol/types'
import { type Config, type Connection, type Connector, connect, disconnect } from '@wagmi/core'
import { isHex, size, stringToHex } from 'viem'
import { isSameAddress } from '../is-same-address.ts'
import { readAccountKind, readBalance, readLatestTimestamp, readLogs } from './chain-reads.ts'
import { convertWalletError, walletError } from './convert-wallet-error.ts'
import { encodeStop } from './encode-stop.ts'
import { ensureProviderChain } from './ensure-chain.ts'
import { askForAccount, isStillConnected, resume, settled } from './held-accounts.ts'
import {
  collectAnnouncements,
  createInjectedConfig,
  isInjected,
  listWallets,
  walletName,
  watchWallets,
} from './injected-config.ts'
import { writeLastWallet } from './last-wallet.ts'
import { limitRead } from './limit-read.ts'
import { type PairedWalletOptions, pairedConnector } from './pairing/paired-connector.ts'
import { readOpeningState } from './read-opening.ts'
import { type ConnectOptions, isPaired, type Wallet, type WalletConnection } from './wallet.ts'
import { providerChainId, providerOf, type WalletProvider } from './wallet-provider.ts'

export type WagmiWalletOptions = {
  /** The page's own wagmi configuration; its wallets are offered and its connections are left as they were found. */
  wagmiConfig?: Config | undefined
  /** One EIP-1193 provider that the page has already; then it is the only wallet offered. */
  provider?: WalletProvider | undefined
  /** Offers wallets on other devices too, unless the page brings its own wallets. */
  walletConnect?: PairedWalletOptions | undefined
}

/**
 * {@link Wallet} over wagmi. Signing, switching and reading use the connected wallet's own EIP-1193 provider directly: wagmi's
 * actions re-encode typed data, want every chain configured beforehand and report any failed addition of a chain as a rejection.
 */
export function createWagmiWallet(options: WagmiWalletOptions = {}): Wallet {
  const hosted = options.wagmiConfig !== undefined
  let attempt: ConnectOptions = {}
  const paired =
    options.walletConnect && !options.provider ? pairedConnector(options.walletConnect, () => attempt) : null
  const { config, release } = options.wagmiConfig
    ? { config: options.wagmiConfig, release: () => undefined }
    : createInjectedConfig(options.provider, paired ? [paired.connectorFn] : [])
  const listeners = new Set<(connection: WalletConnection | null) => void>()
  /** The wallets this element let go of: they are not taken up again without a prompt. */
  const left = new Set<string>()
  let active: Connector | null = null
  let sessionChainId: number | null = null
  let last: WalletConnection | null = null

  const ends = new Set([config.subscribe(state => state.connections, notify)])

  function notify() {
    const next = snapshot()
    if (isSame(last, next)) return
    last = next
    if (!next) active = null
    for (const listener of [...listeners]) listener(next)
  }

  function snapshot(): WalletConnection | null {
    const connection = active && config.state.connections.get(active.uid)
    return connection ? toConnection(connection) : null
  }

  function take(connector: Connector): WalletConnection {
    active = connector
    last = snapshot()
    if (!last) throw walletError('locked')
    left.delete(connector.id)
    writeLastWallet(connector.id)
    return last
  }

  async function find(walletId: string): Promise<Connector | undefined> {
    const present = () => config.connectors.find(connector => connector.id === walletId)
    if (!present()) await collectAnnouncements()
    return present()
  }

  /** The connector of a wallet, not before the page's own configuration is done with it. */
  async function findSettled(walletId: string): Promise<Connector | undefined> {
    const connector = await find(walletId)
    if (hosted) await settled(config)
    return connector
  }

  /** The first connector, of those that are on the page, whose wallet shares an account with it. */
  async function findAuthorised(): Promise<Connector | undefined> {
    const wallets = await listWallets(config)
    const connectors = wallets
      .map(({ id }) => config.connectors.find(connector => connector.id === id))
      .filter(connector => connector !== undefined && isInjected(connector) && !left.has(connector.id))
    const answers = connectors.map(async connector => {
      const isAuthorised = await limitRead(async () => connector?.isAuthorized()).catch(() => false)
      return isAuthorised ? connector : undefined
    })
    return (await Promise.all(answers)).find(connector => connector !== undefined)
  }

  async function session(): Promise<{ provider: WalletProvider; address: Address; connector: Connector }> {
    const connection = snapshot()
    if (!active || !connection) throw walletError('disconnected')
    const connector = active
    const provider = await providerOf(connector)
    if (!provider) throw walletError('no_wallet')
    return { provider, address: connection.address, connector }
  }

  /** A read on the session's chain, or on the one named. */
  function read<T>(
    work: (provider: WalletProvider, address: Address) => Promise<T>,
    chainId = sessionChainId,
  ): Promise<T> {
    return converted(() =>
      limitRead(async () => {
        const { provider, address } = await session()
        if (chainId !== null) await requireChain(provider, chainId)
        return work(provider, address)
      }),
    )
  }

  async function signer() {
    const { provider, address, connector } = await session()
    const accounts = await limitRead(() => connector.getAccounts())
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

    onWallets(listener) {
      const end = watchWallets(config, listener)
      ends.add(end)
      return end
    },

    connected: () =>
      converted(async () => {
        await collectAnnouncements()
        if (hosted) await settled(config)
        const current = config.state.connections.get(config.state.current ?? '')?.connector
        const isCurrent = async (connector: Connector) =>
          !left.has(connector.id) && (await isStillConnected(config, connector).catch(() => false))
        if (current && (await isCurrent(current))) return take(current)
        const found = hosted ? undefined : await findAuthorised()
        return found && (await resume(found)) ? take(found) : null
      }),

    connect: (walletId, connectOptions = {}) =>
      converted(async () => {
        attempt = connectOptions
        const connector = await findSettled(walletId)
        if (!connector) throw walletError('no_wallet')
        const isHeld = config.state.connections.has(connector.uid)
        if (isHeld && left.has(walletId)) await askForAccount(connector)
        if (isHeld && (await isStillConnected(config, connector))) return take(connector)
        // An older pairing may be dead, which nobody should have to find out by waiting.
        const mayResume = isInjected(connector) && !left.has(walletId)
        if (!(mayResume && (await resume(connector)))) await connect(config, { connector })
        return take(connector)
      }),

    reconnect: walletId =>
      converted(async () => {
        const connector = await findSettled(walletId)
        if (!connector || left.has(walletId)) return null
        const isHeld = config.state.connections.has(connector.uid)
        return isHeld || (await resume(connector)) ? take(connector) : null
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

    stopMeter: (escrow, terms) =>
      converted(async () => {
        const { provider, address } = await signer()
        if (!isSameAddress(address, terms.payer)) throw walletError('account_changed')
        if (sessionChainId === null) throw walletError('chain_mismatch')
        await requireChain(provider, sessionChainId)
        const params = [{ from: address, to: escrow, data: encodeStop(terms) }]
        return requireHash(await provider.request({ method: 'eth_sendTransaction', params }))
      }),

    balanceOf: token => read((provider, address) => readBalance(provider, token, address)),

    accountKind: () => read(readAccountKind),

    latestBlockTimestamp: () => read(readLatestTimestamp),

    logsSince: (transaction, filter) => read(provider => readLogs(provider, transaction, filter)),

    readOpening: opening =>
      read(async provider => {
        const state = await readOpeningState(provider, opening)
        // A wallet that moved to another chain meanwhile has answered for that one.
        await requireChain(provider, opening.chainId)
        return state
      }, opening.chainId),

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
        if (leaving) left.add(leaving.id)
        notify()
        // wagmi's action has a wallet of this browser revoke what it shares, with the whole page.
        if (leaving && !hosted && isPaired(leaving.id)) await disconnect(config, { connector: leaving })
      }),

    release() {
      for (const end of ends) end()
      listeners.clear()
      paired?.release()
      release()
    },
  }
}

async function requireChain(provider: WalletProvider, chainId: number): Promise<void> {
  if ((await providerChainId(provider)) !== chainId) throw walletError('chain_mismatch')
}

/** Wallets have been seen answering a rejection with null. An empty `0x` is legal: a contract may have approved on chain. */
function requireHex(answer: unknown): Hex {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) throw walletError('wallet_failed', answer)
  return answer as Hex
}

function requireHash(answer: unknown): Hex {
  if (!isHex(answer) || size(answer) !== 32) throw walletError('wallet_failed', answer)
  return answer
}

function toConnection({ connector, accounts, chainId }: Connection): WalletConnection | null {
  const [address] = accounts
  return address ? { walletId: connector.id, walletName: walletName(connector), address, chainId } : null
}

function isSame(a: WalletConnection | null, b: WalletConnection | null): boolean {
  return a?.walletId === b?.walletId && a?.address === b?.address && a?.chainId === b?.chainId
}

async function converted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw convertWalletError(error)
  }
}
