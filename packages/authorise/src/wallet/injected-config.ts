import {
  type Config,
  type Connector,
  type CreateConnectorFn,
  createConfig,
  injected,
  watchConnectors,
} from '@wagmi/core'
import { walletError } from './convert-wallet-error.ts'
import { readLastWallet } from './last-wallet.ts'
import { ProviderLeases } from './provider-leases.ts'
import { shownIcon, shownName } from './shown-wallet.ts'
import { isPaired, type WalletChoice } from './wallet.ts'
import { isProvider, providerOf, type WalletProvider } from './wallet-provider.ts'

/** A wagmi configuration of ours, and the way to end all it listens to. Connections stay what they are to the wallets. */
export type InjectedConfig = { config: Config; release(): void }

type Announcement = { rdns: string; name: string; icon: string }

const ANNOUNCEMENT = 'eip6963:announceProvider'

/** wagmi's id for whatever sits at `window.ethereum`. */
const LEGACY_ID = 'injected'
const LEGACY_NAME = 'Browser wallet'
/** Some wallets dispatch it once they are there; the others are found by looking, in milliseconds. */
const LEGACY_EVENT = 'ethereum#initialized'
const LOOK_EVERY_MS = 1_000

/** How long to wait for the first announcement, and for silence after the last one, in milliseconds. */
const FIRST_ANNOUNCEMENT_MS = 300
const SILENCE_MS = 50

/**
 * The element's own wagmi configuration: wallets announced by EIP-6963 and a legacy `window.ethereum`, no storage (a merchant's
 * own wagmi keeps its keys to itself), `more` connectors, and no network: the one chain it must name is never asked for anything,
 * since every read goes through the connected wallet's provider. A provider given by the page is the only wallet, then.
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
    // A target makes wagmi listen to the provider and lets it reconnect without storage. The shim would ask for permissions first,
    // and then once more for accounts where that failed.
    connectors: [injected({ shimDisconnect: false, target: () => legacyTarget(leases, provider) }), ...more],
    // Its own would listen to the page for ever.
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const onAnnouncement = (event: Event) => addAnnounced(config, leases, (event as CustomEvent).detail)
  if (!provider) window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  return {
    config,
    release() {
      window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
      leases.release()
    },
  }
}

/** One entry for every name, the first that claims it. What is no announcement (EIP-6963) is none. */
function addAnnounced(config: Config, leases: ProviderLeases, detail: unknown): void {
  const { info, provider } = (detail ?? {}) as { info?: Partial<Announcement>; provider?: unknown }
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string' || !isProvider(provider)) return
  if (config.connectors.some(connector => connector.id === rdns)) return
  const target = { id: rdns, name, provider: leases.of(provider) as never }
  const connector = config._internal.connectors.setup(
    injected({ shimDisconnect: false, target: typeof icon === 'string' ? { ...target, icon } : target }),
  )
  config._internal.connectors.setState(others => [...others, connector])
}

/** Asks wallets to announce themselves (EIP-6963) and waits until they have. */
export async function collectAnnouncements(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let timer = setTimeout(resolve, FIRST_ANNOUNCEMENT_MS)
  const onAnnouncement = () => {
    clearTimeout(timer)
    timer = setTimeout(resolve, SILENCE_MS)
  }
  window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  try {
    // The page's `Event` may be a class of an old library.
    const BrowserEvent = document.createEvent('Event').constructor as typeof Event
    window.dispatchEvent(new BrowserEvent('eip6963:requestProvider'))
    await promise
  } finally {
    window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
  }
}

/**
 * The wallets of a configuration that can be used right now, each once: the legacy one only when none announced itself; a wallet on
 * another device at the very end. What was used last comes before them all.
 */
export async function listWallets(config: Config): Promise<WalletChoice[]> {
  const choices = new Map<string, WalletChoice>()
  const providers = new Set<unknown>()
  let legacy: { choice: WalletChoice; provider: unknown } | null = null
  for (const connector of config.connectors) {
    // Other connectors may load a heavy SDK when asked for their provider, so they are taken at their word.
    const provider = isInjected(connector) ? await providerOf(connector).catch(() => null) : undefined
    if (provider === null) continue
    if (connector.id === LEGACY_ID) legacy ??= { choice: toChoice(connector), provider }
    else {
      if (provider && providers.has(provider)) continue
      if (provider) providers.add(provider)
      if (!choices.has(connector.id)) choices.set(connector.id, toChoice(connector))
    }
  }
  // A wallet that announced itself may have been wrapped there by another.
  if (legacy && providers.size === 0) choices.set(LEGACY_ID, legacy.choice)
  const lastUsed = readLastWallet()
  const rank = ({ id }: WalletChoice) => (id === lastUsed ? -1 : Number(isPaired(id)))
  return [...choices.values()].sort((a, b) => rank(a) - rank(b))
}

/** Calls `listener` with the whole list whenever a wallet was added to it. Returns the unsubscriber. */
export function watchWallets(config: Config, listener: (wallets: WalletChoice[]) => void): () => void {
  const tell = async () => listener(await listWallets(config))
  const end = watchConnectors(config, { onChange: tell })
  let before = Boolean((window as { ethereum?: unknown }).ethereum)
  // What sits at `window.ethereum` need not announce itself; it is there at the latest when its person comes back from installing it.
  const look = () => {
    const isThere = Boolean((window as { ethereum?: unknown }).ethereum)
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

/** Those connectors whose provider is on the page already, so that asking them loads nothing. */
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
    provider(page?: object) {
      const provider = given ?? (page as { ethereum?: unknown } | undefined)?.ethereum
      return (isProvider(provider) ? leases.of(provider) : undefined) as never
    },
  }
}
