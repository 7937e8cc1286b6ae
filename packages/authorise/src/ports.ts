import { type BrowserStorage, browserStorage } from './dom/browser-storage.ts'
import type { Effects } from './effects/effects.ts'
import type { HeldLock } from './effects/held-lock.ts'
import type { Signing } from './signing/signing.ts'
import type { Language } from './text/language.ts'
import { loadWords } from './text/load-text.ts'
import type { Words } from './text/text.ts'
import type { Screens } from './view/screens.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'
import type { Wallet } from './wallet/wallet.ts'

export type ReceiptPart = typeof import('./receipt/receipt-part.ts')

/** What is behind the first press: everything that asks the service, the wallet or the browser, and the screens it leads to. */
export type CheckoutPart = { Effects: typeof Effects; screens: Screens }

/** Everything the element reaches outside itself. */
export type Ports = {
  fetch: typeof fetch
  /** What this browser keeps for the page's origin, in every tab. */
  storage: BrowserStorage
  /** What this tab keeps. */
  tabStorage: BrowserStorage
  /** What this page itself holds of signature records, by their names in storage. */
  held: Map<string, HeldLock>
  /** Shared by all tabs of the page's origin; undefined where the browser has none. */
  locks: LockManager | undefined
  /** Loaded on intent, not with the page. */
  loadWallet(options: WagmiWalletOptions): Promise<Wallet>
  loadSigning(): Promise<Signing>
  /** The receipt's file, when somebody wants to keep it. */
  loadReceipt(): Promise<ReceiptPart>
  loadCheckout(): Promise<CheckoutPart>
  /** The words of one language; rejects when they cannot be had. */
  loadWords(language: Language): Promise<Words>
  /** Monotonic milliseconds; unaffected by changes of the device's clock. */
  monotonicNow(): number
  /** The device's clock in unix seconds. */
  deviceNow(): number
  pageOrigin(): string
  navigate(url: string): void
  reload(): void
}

/** One for all elements of a page: what storage refuses to keep lasts until the page is loaded anew, whatever becomes of an element. */
const storage = browserStorage(() => localStorage)
const tabStorage = browserStorage(() => sessionStorage)
const held = new Map<string, HeldLock>()

/** The ports of a real page. */
export function pagePorts(): Ports {
  return {
    fetch: (input, init) => fetch(input, init),
    storage,
    tabStorage,
    held,
    locks: navigator.locks,
    loadWallet: async options => (await import('./wallet/wagmi-wallet.ts')).createWagmiWallet(options),
    loadSigning: async () => (await import('./signing/signing.ts')).signing,
    loadReceipt: () => import('./receipt/receipt-part.ts'),
    loadCheckout: async () => {
      const [{ Effects }, { screens }] = await Promise.all([
        import('./effects/effects.ts'),
        import('./view/screens.ts'),
      ])
      return { Effects, screens }
    },
    loadWords,
    monotonicNow: () => performance.now(),
    deviceNow: () => Math.floor(Date.now() / 1000),
    pageOrigin: () => self.origin,
    navigate: url => location.assign(url),
    reload: () => location.reload(),
  }
}
