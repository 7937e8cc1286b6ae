import { type Config, type Connector, connect, disconnect } from '@wagmi/core'
import { recoverMessageAddress, stringToHex } from 'viem'
import { isSameAddress } from '../chains/is-same-address.ts'
import { readAccountKind, readBalance, readLatestTimestamp, readLogs } from './chain-reads.ts'
import { converted, walletError } from './convert-wallet-error.ts'
import { encodeStop } from './encode-stop.ts'
import { ensureProviderChain } from './ensure-chain.ts'
import { askForAccount, isStillConnected, resume, settled } from './held-accounts.ts'
import { HeldConnection } from './held-connection.ts'
import {
  collectAnnouncements,
  createInjectedConfig,
  isInjected,
  listWallets,
  watchWallets,
} from './injected-config.ts'
import { askPerson } from './is-quick.ts'
import { limitRead } from './limit-read.ts'
import { type PairedWalletOptions, pairedConnector } from './pairing/paired-connector.ts'
import { readOpeningState } from './read-opening.ts'
import { requestTypedData } from './request-typed-data.ts'
import { keySignature, requireHash, requireHex } from './spelled-hex.ts'
import { type ConnectOptions, isPaired, type Wallet } from './wallet.ts'
import { requireChain, type WalletProvider } from './wallet-provider.ts'

export type WagmiWalletOptions = {
  /** The page's own wagmi configuration. Its wallets are offered, and its connections stay unchanged. */
  wagmiConfig?: Config | undefined
  /** An EIP-1193 provider of the page. Then it is the only wallet on offer. */
  provider?: WalletProvider | undefined
  /** Offers wallets on other devices too, unless the page brings its own wallets. */
  walletConnect?: PairedWalletOptions | undefined
}

/**
 * {@link Wallet} over wagmi. Signing, switching and reading use the connected wallet's own EIP-1193 provider directly. wagmi's actions
 * re-encode typed data, require every chain in advance, and report any failed addition of a chain as a rejection.
 */
export function createWagmiWallet(options: WagmiWalletOptions = {}): Wallet {
  const hosted = options.wagmiConfig !== undefined
  let attempt: ConnectOptions = {}
  const paired =
    options.walletConnect && !options.provider ? pairedConnector(options.walletConnect, () => attempt) : null
  const { config, release } = options.wagmiConfig
    ? { config: options.wagmiConfig, release: () => undefined }
    : createInjectedConfig(options.provider, paired ? [paired.connectorFn] : [])
  const held = new HeldConnection(config)
  const ends = new Set([() => held.end(), () => paired?.release(), release])

  /** The connector of a wallet, once the page's own configuration has finished its work. */
  async function find(walletId: string): Promise<Connector | undefined> {
    const present = () => config.connectors.find(connector => connector.id === walletId)
    if (!present()) await collectAnnouncements()
    if (hosted) await settled(config)
    return present()
  }

  /** The first connector on the page whose wallet shares an account. */
  async function findAuthorised(): Promise<Connector | undefined> {
    const wallets = await listWallets(config)
    const connectors = wallets
      .flatMap(({ id }) => config.connectors.find(connector => connector.id === id) ?? [])
      .filter(connector => isInjected(connector) && !held.hasLeft(connector.id))
    const areAuthorised = await Promise.all(
      connectors.map(connector => limitRead(() => connector.isAuthorized()).catch(() => false)),
    )
    return connectors.find((_, index) => areAuthorised[index])
  }

  const read: typeof held.read = (work, chainId) => converted(() => held.read(work, chainId))

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
          !held.hasLeft(connector.id) && (await isStillConnected(config, connector).catch(() => false))
        if (current && (await isCurrent(current))) return held.take(current)
        const found = hosted ? undefined : await findAuthorised()
        return found && (await resume(found)) ? held.take(found) : null
      }),

    connect: (walletId, connectOptions = {}) =>
      converted(async () => {
        attempt = connectOptions
        const connector = await find(walletId)
        if (!connector) throw walletError('no_wallet')
        const isHeld = config.state.connections.has(connector.uid)
        if (isHeld && held.hasLeft(walletId)) await askForAccount(connector)
        if (isHeld && (await isStillConnected(config, connector))) return held.take(connector)
        // An older pairing may be dead, and only a timeout would show that.
        const mayResume = isInjected(connector) && !held.hasLeft(walletId)
        if (!(mayResume && (await resume(connector)))) await askPerson(() => connect(config, { connector }))
        return held.take(connector)
      }),

    reconnect: walletId =>
      converted(async () => {
        const connector = await find(walletId)
        if (!connector || held.hasLeft(walletId)) return null
        const isHeld = config.state.connections.has(connector.uid)
        return isHeld || (await resume(connector)) ? held.take(connector) : null
      }),

    ensureChain: chain =>
      converted(async () => {
        const { provider, connector } = await held.holder()
        await ensureProviderChain(provider, chain)
        held.chainId = chain.chain_id
        // MetaMask may switch without sending `chainChanged`.
        connector.emitter.emit('change', { chainId: chain.chain_id })
      }),

    signMessage: text =>
      converted(async () => {
        const { provider, address, spelling } = await held.signer()
        const params = [stringToHex(text), spelling]
        const given = requireHex(await askPerson(() => provider.request({ method: 'personal_sign', params })))
        return keySignature(given, async signature =>
          isSameAddress(await recoverMessageAddress({ message: text, signature }), address),
        )
      }),

    signTypedData: (typedData, asking) =>
      converted(async () => {
        const { provider, address, spelling } = await held.signer()
        if (!isSameAddress(address, typedData.message.from)) throw walletError('account_changed')
        await requireChain(provider, typedData.domain.chainId)
        const given = await requestTypedData(provider, { spelling, typedData, asking })
        return keySignature(requireHex(given), async signature => {
          const { recoversTo } = await import('../signing/recovers-to.ts')
          return recoversTo({ typedData, signature, payer: address })
        })
      }),

    stopMeter: (escrow, terms) =>
      converted(async () => {
        const { provider, address, spelling } = await held.signer()
        if (!isSameAddress(address, terms.payer)) throw walletError('account_changed')
        if (held.chainId === null) throw walletError('chain_mismatch')
        await requireChain(provider, held.chainId)
        const params = [{ from: spelling, to: escrow, data: encodeStop(terms) }]
        return requireHash(await askPerson(() => provider.request({ method: 'eth_sendTransaction', params })))
      }),

    balanceOf: token => read((provider, address) => readBalance(provider, token, address)),

    accountKind: () => read(readAccountKind),

    latestBlockTimestamp: () => read(readLatestTimestamp),

    logsSince: (transaction, filter) => read(provider => readLogs(provider, transaction, filter)),

    readOpening: opening =>
      read(async provider => {
        const state = await readOpeningState(provider, opening)
        // After a move to another chain, the response belongs to that chain.
        await requireChain(provider, opening.chainId)
        return state
      }, opening.chainId),

    watch: listener => held.watch(listener),

    disconnect: () =>
      converted(async () => {
        const leaving = held.release()
        // wagmi's action makes a wallet of this browser revoke its permission for the whole page.
        if (leaving && !hosted && isPaired(leaving.id)) await disconnect(config, { connector: leaving })
      }),

    release() {
      for (const end of ends) end()
    },
  }
}
