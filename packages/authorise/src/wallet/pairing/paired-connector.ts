import { createConnector } from '@wagmi/core'
import { walletError } from '../convert-wallet-error.ts'
import { type ConnectOptions, PAIRED_WALLET_ID, WalletError } from '../wallet.ts'
import type { PairedProvider } from './paired-provider.ts'
import type { PairingClient, PairingClientLoader } from './pairing-client.ts'

export type PairedWalletOptions = {
  /** The merchant's project id at WalletConnect. */
  projectId: string
  /** Loads the client (default: WalletConnect's own). */
  loadClient?: PairingClientLoader
}

const NAME = 'WalletConnect'

/** The providers in use by elements of this page. Several may share a session, and the last one ends it. */
const inUse = new Set<PairedProvider>()

/**
 * WalletConnect as one of wagmi's connectors. Its client is loaded, and its relay called, when the person chooses it, and in a tab
 * where it was chosen before a reload.
 *
 * @param attempt the options of the current connection attempt
 * @returns the connector, and a function by which its element releases it
 */
export function pairedConnector(
  { projectId, loadClient }: PairedWalletOptions,
  attempt: () => ConnectOptions,
) {
  let part: Promise<typeof import('./pair.ts')> | null = null
  let client: Promise<PairingClient> | null = null
  let provider: PairedProvider | null = null

  const connectorFn = createConnector<PairedProvider>(config => {
    async function load() {
      part ??= import('./pair.ts').catch(cause => {
        part = null
        throw walletError('relay_unreachable', cause)
      })
      const loaded = await part
      client ??= (loadClient ?? loaded.loadSignClient)(projectId).then(listening, cause => {
        client = null
        throw cause instanceof WalletError ? cause : walletError('relay_unreachable', cause)
      })
      return { ...loaded, client: await client }
    }

    /** Sessions with other topics belong to other tabs, or are older. */
    function listening(made: PairingClient): PairingClient {
      const own = (topic: string) => (provider?.topic === topic ? provider : null)
      made.on('session_update', ({ topic, params }) => own(topic)?.update(params.namespaces))
      made.on('session_event', ({ topic, params: { event, chainId } }) =>
        own(topic)?.tell(event.name, event.data, chainId),
      )
      for (const event of ['session_delete', 'session_expire'] as const) {
        made.on(event, ({ topic }) => own(topic)?.end())
      }
      return made
    }

    async function resume(): Promise<PairedProvider | null> {
      if (provider?.isOpen) return provider
      const { client: made, resumePairing } = await load()
      const found = resumePairing(made, attempt().chainId)
      return found && take(found)
    }

    function take(taken: PairedProvider): PairedProvider {
      if (provider) inUse.delete(provider)
      provider = taken
      inUse.add(taken)
      taken.on('accountsChanged', (accounts: string[]) => connector.onAccountsChanged(accounts))
      taken.on('chainChanged', (chainId: string) => connector.onChainChanged(chainId))
      taken.on('disconnect', () => connector.onDisconnect())
      return taken
    }

    const connector = {
      id: PAIRED_WALLET_ID,
      name: NAME,
      type: PAIRED_WALLET_ID,
      async connect({ isReconnecting }: { isReconnecting?: boolean | undefined } = {}) {
        const { pair, client: made } = await load()
        const found = isReconnecting ? await resume() : take(await pair(made, attempt()))
        if (!found) throw walletError('disconnected')
        return { accounts: found.accounts as never, chainId: found.chainId }
      },
      async disconnect() {
        const leaving = provider
        provider = null
        if (!leaving) return
        inUse.delete(leaving)
        const isShared = [...inUse].some(({ topic, isOpen }) => isOpen && topic === leaving.topic)
        if (isShared) leaving.end()
        else await leaving.leave().catch(() => undefined)
      },
      getAccounts: async () => provider?.accounts ?? [],
      getChainId: async () => provider?.chainId ?? 1,
      getProvider: async () => provider as PairedProvider,
      isAuthorized: async () => ((await resume())?.accounts.length ?? 0) > 0,
      onAccountsChanged(accounts: string[]) {
        if (accounts.length === 0) connector.onDisconnect()
        else config.emitter.emit('change', { accounts: accounts as `0x${string}`[] })
      },
      onChainChanged: (chainId: string) => config.emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => config.emitter.emit('disconnect'),
    }
    return connector
  })

  return {
    connectorFn,
    release() {
      if (provider) inUse.delete(provider)
    },
  }
}
