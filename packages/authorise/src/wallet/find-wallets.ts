import { shownIcon, shownName } from './shown-wallet.ts'
import type { WalletChoice } from './wallet.ts'
import type { WalletProvider } from './wallet-provider.ts'

export type FoundWallet = WalletChoice & { provider: WalletProvider }

/** wagmi's id for the provider at `window.ethereum`. */
export const LEGACY_ID = 'injected'
export const LEGACY_NAME = 'Browser wallet'

export const ANNOUNCEMENT = 'eip6963:announceProvider'
/** Some legacy wallets dispatch it once they exist. */
export const LEGACY_EVENT = 'ethereum#initialized'

/** How long to wait for the first announcement, in milliseconds. */
export const FIRST_ANNOUNCEMENT_MS = 300
/** The last look at a legacy wallet that comes without a word, in milliseconds. */
const LAST_LOOK_MS = 3_000

/** The wallet of an announcement (EIP-6963). Null for an invalid one. */
export function announcedWallet(event: Event): FoundWallet | null {
  const { info, provider } = (event as CustomEvent).detail ?? {}
  const { rdns, name, icon } = info ?? {}
  if (typeof rdns !== 'string' || typeof name !== 'string' || !isProvider(provider)) return null
  return {
    id: rdns,
    name: shownName(name) || shownName(rdns),
    icon: shownIcon(typeof icon === 'string' ? icon : undefined),
    provider,
  }
}

/**
 * Finds the wallets of this browser without the wallet stack and without a prompt: those that announce themselves (EIP-6963), else a
 * legacy `window.ethereum`. Wallets of extensions and of wallet browsers respond at once.
 *
 * @param found called at once, unless a legacy wallet may announce itself yet, and again when a wallet comes or had the time to announce itself
 * @returns the unsubscriber
 */
export function findWallets(found: (wallets: FoundWallet[]) => void): () => void {
  const announced = new Map<string, FoundWallet>()
  const tell = () => {
    const provider = announced.size === 0 ? legacyProvider() : null
    found(provider ? [{ id: LEGACY_ID, name: LEGACY_NAME, icon: null, provider }] : [...announced.values()])
  }
  const onAnnouncement = (event: Event) => {
    const wallet = announcedWallet(event)
    if (!wallet || announced.has(wallet.id)) return
    announced.set(wallet.id, wallet)
    tell()
  }
  window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  // The apps of wallets put a legacy wallet into a page late.
  window.addEventListener(LEGACY_EVENT, tell)
  requestAnnouncements()
  if (!legacyProvider()) tell()
  const timers = [FIRST_ANNOUNCEMENT_MS, LAST_LOOK_MS].map(milliseconds => setTimeout(tell, milliseconds))
  return () => {
    for (const timer of timers) clearTimeout(timer)
    window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
    window.removeEventListener(LEGACY_EVENT, tell)
  }
}

/** The page's `Event` may be a class of an old library. */
export function requestAnnouncements(): void {
  const BrowserEvent = document.createEvent('Event').constructor as typeof Event
  window.dispatchEvent(new BrowserEvent('eip6963:requestProvider'))
}

/** The wallet at `window.ethereum`. Null for anything else there, such as an element with this id, or a guard that throws. */
export function legacyProvider(): WalletProvider | null {
  try {
    const { ethereum } = window as { ethereum?: unknown }
    return isProvider(ethereum) ? ethereum : null
  } catch {
    return null
  }
}

export function isProvider(value: unknown): value is WalletProvider {
  return typeof (value as WalletProvider | null | undefined)?.request === 'function'
}
