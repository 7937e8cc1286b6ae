export const ANNOUNCEMENT = 'eip6963:announceProvider'

/**
 * Whether any wallet of this browser responds at once: one that announces itself (EIP-6963), or one at `window.ethereum`. Wallets of
 * extensions and of wallet browsers do. A wallet that comes later is found by `findWallets`.
 */
export function walletResponds(): boolean {
  const { ethereum } = window as { ethereum?: { request?: unknown } }
  if (typeof ethereum?.request === 'function') return true
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
