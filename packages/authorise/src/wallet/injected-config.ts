import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  createConfig,
  injected,
  watchConnectors,
} from '@wagmi/core'
import { walletError } from './convert-wallet-error.ts'
import {
  ANNOUNCEMENT,
  announcedWallet,
  FIRST_ANNOUNCEMENT_MS,
  isProvider,
  LEGACY_EVENT,
  LEGACY_ID,
  LEGACY_NAME,
  legacyProvider,
  requestAnnouncements,
} from './find-wallets.ts'
import { readLastWallet } from './last-wallet.ts'
import { ProviderLeases } from './provider-leases.ts'
import { shownIcon, shownName } from './shown-wallet.ts'
import { isPaired, type WalletChoice } from './wallet.ts'
import { providerOf, type WalletProvider } from './wallet-provider.ts'

/** The element's own wagmi configuration, and the end of all its listeners. The wallets keep their connections. */
export type InjectedConfig = { config: Config; release(): void }

/** Legacy wallets that do not say that they exist are found by polling, in milliseconds. */
const LOOK_EVERY_MS = 1_000

/** The wait for silence after the last announcement, in milliseconds. */
const SILENCE_MS = 50

/**
 * The element's own wagmi configuration: wallets announced by EIP-6963, a legacy `window.ethereum` and `more` connectors. It has no
 * storage, because the merchant's own wagmi may use the same keys. It has no network: the chain that it must name is never read, since
 * every read uses the connected wallet's provider. If the page gives a provider, that is the only wallet.
 */
export function createInjectedConfig(
  provider?: WalletProvider,
  more: CreateConnectorFn[] = [],
): InjectedConfig {
  const leases = new ProviderLeases()
  const config = createConfig({
    chains: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    client: () => {
      throw walletError('disconnected')
    },
    // A target makes wagmi listen to the provider and lets it reconnect without storage. The shim would request permissions first, and
    // then request accounts once more after a failure.
    connectors: [injected({ shimDisconnect: false, target: () => legacyTarget(leases, provider) }), ...more],
    // wagmi's own discovery would listen to the page for ever.
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const onAnnouncement = (event: Event) => addAnnounced(config, leases, event)
  if (!provider) window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  return {
    config,
    release() {
      window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
      leases.release()
    },
  }
}

/** One entry for each name, the first that claims it. */
function addAnnounced(config: Config, leases: ProviderLeases, event: Event): void {
  const wallet = announcedWallet(event)
  if (!wallet || config.connectors.some(connector => connector.id === wallet.id)) return
  const { id, name, icon } = wallet
  const target = { id, name, provider: leases.of(wallet.provider) as never }
  const connector = config._internal.connectors.setup(
    injected({ shimDisconnect: false, target: icon === null ? target : { ...target, icon } }),
  )
  config._internal.connectors.setState(others => [...others, connector])
}

/** Requests announcements from wallets (EIP-6963) and waits for them. */
export function collectAnnouncements(): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
      resolve()
    }
    let timer = setTimeout(end, FIRST_ANNOUNCEMENT_MS)
    const onAnnouncement = () => {
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
    }
    window.addEventListener(ANNOUNCEMENT, onAnnouncement)
    requestAnnouncements()
  })
}

/**
 * The usable wallets of a configuration, each once. The last used wallet comes first, a wallet on another device last. The legacy
 * wallet is listed only when no wallet announced itself.
 */
export async function listWallets(config: Config): Promise<WalletChoice[]> {
  const choices = new Map<string, WalletChoice>()
  const providers = new Set<unknown>()
  let legacy: { choice: WalletChoice; provider: unknown } | null = null
  for (const connector of config.connectors) {
    // Other connectors may load a heavy SDK for their provider, so they are listed without a check.
    const provider = isInjected(connector) ? await providerOf(connector).catch(() => null) : undefined
    if (provider === null) continue
    if (connector.id === LEGACY_ID) legacy ??= { choice: toChoice(connector), provider }
    else {
      if (provider && providers.has(provider)) continue
      if (provider) providers.add(provider)
      if (!choices.has(connector.id)) choices.set(connector.id, toChoice(connector))
    }
  }
  // Another wallet may have wrapped an announced wallet there.
  if (legacy && providers.size === 0) choices.set(LEGACY_ID, legacy.choice)
  const lastUsed = readLastWallet()
  const rank = ({ id }: WalletChoice) => (id === lastUsed ? -1 : Number(isPaired(id)))
  return [...choices.values()].sort((a, b) => rank(a) - rank(b))
}

/** Calls `listener` with the whole list each time a wallet is added. Returns the unsubscriber. */
export function watchWallets(config: Config, listener: (wallets: WalletChoice[]) => void): () => void {
  const tell = async () => listener(await listWallets(config))
  const end = watchConnectors(config, { onChange: tell })
  let before = legacyProvider() !== null
  // A legacy wallet need not announce itself. It exists at the latest when the person returns from its installation.
  const look = () => {
    const isThere = legacyProvider() !== null
    if (isThere && !before) void tell()
    before = isThere
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  window.addEventListener(LEGACY_EVENT, look)
  return () => {
    end()
    clearInterval(timer)
    window.removeEventListener(LEGACY_EVENT, look)
  }
}

/** Connectors whose provider is already on the page, so that a request loads nothing. */
export function isInjected(connector: Connector): boolean {
  return connector.type === injected.type
}

export function walletName(connector: Connector): string {
  return connector.id === LEGACY_ID ? LEGACY_NAME : shownName(connector.name) || shownName(connector.id)
}

function toChoice(connector: Connector): WalletChoice {
  return { id: connector.id, name: walletName(connector), icon: shownIcon(connector.icon) }
}

function legacyTarget(leases: ProviderLeases, given?: WalletProvider) {
  return {
    id: LEGACY_ID,
    name: LEGACY_NAME,
    provider() {
      const provider = given ?? legacyProvider()
      return (isProvider(provider) ? leases.of(provider) : undefined) as never
    },
  }
}
