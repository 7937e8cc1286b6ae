import { type BrowserStorage, browserStorage } from './dom/browser-storage.ts'
import { pageOrigin } from './dom/page-url.ts'
import type { Effects } from './effects/effects.ts'
import type { HeldLock } from './effects/held-lock.ts'
import type { transition } from './machine/transition.ts'
import { monotonicNow } from './meter/monotonic-now.ts'
import type { Signing } from './signing/signing.ts'
import { type LoadWords, loadWords } from './text/load-text.ts'
import type { Screens } from './view/screens.ts'
import { findWallets } from './wallet/find-wallets.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'
import type { Wallet, WalletChoice } from './wallet/wallet.ts'

export type ReceiptPart = typeof import('./receipt/receipt-part.ts')

/** The code behind the first press: all effects that call the service, the wallet or the browser, and their screens. */
export type CheckoutPart = { Effects: typeof Effects; screens: Screens; transition: typeof transition }

/** The element's access to everything outside itself. */
export type Ports = {
  fetch: typeof fetch
  /** The browser's storage for the page's origin, shared by all tabs. */
  storage: BrowserStorage
  /** This tab's storage. */
  tabStorage: BrowserStorage
  /** The signature records in this page's memory, by their names in storage. */
  held: Map<string, HeldLock>
  /** Shared by all tabs of the page's origin. Undefined if the browser has none. */
  locks: LockManager | undefined
  /** Finds the wallets of this browser, without a prompt. Returns the unsubscriber. */
  findWallets(found: (wallets: WalletChoice[]) => void): () => void
  /** Loaded on hover, touch or focus, not with the page. */
  loadWallet(options: WagmiWalletOptions): Promise<Wallet>
  loadSigning(): Promise<Signing>
  /** The receipt's code, loaded when the subscriber downloads or prints it. */
  loadReceipt(): Promise<ReceiptPart>
  loadCheckout(): Promise<CheckoutPart>
  loadWords: LoadWords
  /** Monotonic milliseconds, independent of changes of the device's clock. */
  monotonicNow(): number
  /** The device's clock in unix seconds. */
  deviceNow(): number
  pageOrigin(): string
  navigate(url: string): void
  reload(): void
}

/** One for all elements of a page: without a real storage, its values last until the page is loaded again. */
const storage = browserStorage(() => globalThis.localStorage)
const tabStorage = browserStorage(() => globalThis.sessionStorage)
const held = new Map<string, HeldLock>()

/** The ports of a real page. Its scripts may have a constant `crypto` or `fetch` of their own, which hides the browser's bare name. */
export function pagePorts(): Ports {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    storage,
    tabStorage,
    held,
    locks: globalThis.navigator.locks,
    findWallets,
    loadWallet: async options => (await import('./wallet-part.ts')).createWagmiWallet(options),
    loadSigning: async () => (await import('./wallet-part.ts')).signing,
    loadReceipt: () => import('./receipt/receipt-part.ts'),
    loadCheckout: () => import('./checkout-part.ts'),
    loadWords,
    monotonicNow,
    deviceNow: () => Math.floor(Date.now() / 1000),
    pageOrigin,
    navigate: url => location.assign(url),
    reload: () => location.reload(),
  }
}
