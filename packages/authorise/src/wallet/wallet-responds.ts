import type { WalletProvider } from './wallet-provider.ts'

export const ANNOUNCEMENT = 'eip6963:announceProvider'

/**
 * Whether any wallet of this browser responds at once: one that announces itself (EIP-6963), or one at `window.ethereum`. Wallets of
 * extensions and of wallet browsers do. A wallet that comes later is found by `findWallets`.
 */
export function walletResponds(): boolean {
  if (isProvider((window as { ethereum?: unknown }).ethereum)) return true
  let responds = false
  const onAnnouncement = () => {
    responds = true
  }
  window.addEventListener(ANNOUNCEMENT, onAnnouncement)
  requestAnnouncements()
  window.removeEventListener(ANNOUNCEMENT, onAnnouncement)
  return responds
}

/** The page's `Event` may be a class of an old library. */
export function requestAnnouncements(): void {
  const BrowserEvent = document.createEvent('Event').constructor as typeof Event
  window.dispatchEvent(new BrowserEvent('eip6963:requestProvider'))
}

export function isProvider(value: unknown): value is WalletProvider {
  return typeof (value as WalletProvider | null | undefined)?.request === 'function'
}
