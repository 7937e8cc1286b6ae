import { shownIcon, shownName } from './shown-wallet.ts'
import type { WalletChoice } from './wallet.ts'
import type { WalletProvider } from './wallet-provider.ts'
import { ANNOUNCEMENT, isProvider, requestAnnouncements } from './wallet-responds.ts'

export type FoundWallet = WalletChoice & { provider: WalletProvider }

/** wagmi's id for the provider at `window.ethereum`. */
export const LEGACY_ID = 'injected'
export const LEGACY_NAME = 'Browser wallet'

/** How long to wait for the first announcement, in milliseconds. */
export const FIRST_ANNOUNCEMENT_MS = 300

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
 * legacy `window.ethereum`.
 *
 * @param found called with all of them once they had time to announce themselves, and again when another one does
 * @returns the unsubscriber
 */
export function findWallets(found: (wallets: FoundWallet[]) => void): () => void {
  const announced = new Map<string, FoundWallet>()
  let isSettled = false
  const tell = () => {
    const { ethereum: provider } = window as { ethereum?: WalletProvider }
    const isLegacy = announced.size === 0 && isProvider(provider)
    found(isLegacy ? [{ id: LEGACY_ID, name: LEGACY_NAME, icon: null, provider }] : [...announced.values()])
  }
  const onAnnouncement = (event: Event) => {
    const wallet = announcedWallet(event)
    if (!wallet || announced.has(wallet.id)) return
    announced.set(wallet.id, wallet)
    if (isSettled) tell()
  }
  window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  requestAnnouncements()
  const timer = setTimeout(() => {
    isSettled = true
    tell()
  }, FIRST_ANNOUNCEMENT_MS)
  return () => {
    clearTimeout(timer)
    window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
  }
}
