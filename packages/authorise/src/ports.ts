import type {
  Address,
  Chain,
  CheckoutSession,
  PreparedAuthorisation,
  WireTypedData,
} from '@per-second/protocol/types'
import type { Pins } from './signing/pins.ts'
import type { Language } from './text/language.ts'
import { loadFirstWords, loadWords } from './text/load-text.ts'
import type { Words } from './text/text.ts'
import type { WagmiWalletOptions } from './wallet/wagmi-wallet.ts'
import type { Wallet } from './wallet/wallet.ts'

/** The checks that stand between the service and the wallet. All throw `RefusalError`. */
export type Signing = {
  verifySignInText(parameters: {
    message: string
    nonce: string
    origin: string
    address: Address
    chainId: number
    expiresAt: number
  }): string
  buildAuthorisation(parameters: {
    prepared: PreparedAuthorisation
    session: CheckoutSession
    chain: Chain
    payer: Address
    maxDurationSeconds: number
    pins: Pins
    nowSeconds: number
  }): { typedData: WireTypedData; depositBaseUnits: bigint }
}

export type ReceiptPart = typeof import('./receipt/receipt-part.ts')

/** Everything the element reaches outside itself. */
export type Ports = {
  fetch: typeof fetch
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Loaded on intent, not with the page. */
  loadWallet(options: WagmiWalletOptions): Promise<Wallet>
  loadSigning(): Promise<Signing>
  /** The receipt's file, when somebody wants to keep it. */
  loadReceipt(): Promise<ReceiptPart>
  /** Everything beyond the first screen. */
  loadFurther(): Promise<typeof import('./further-controller.ts')>
  /** The words of one language, those of the first screen at least; rejects when they cannot be had. */
  loadWords(language: Language, whole: boolean): Promise<Words>
  /** Monotonic milliseconds; unaffected by changes of the device's clock. */
  monotonicNow(): number
  /** The device's clock in unix seconds. */
  deviceNow(): number
  pageOrigin(): string
  navigate(url: string): void
}

/** The ports of a real page. */
export function pagePorts(): Ports {
  return {
    fetch: (input, init) => fetch(input, init),
    storage: {
      getItem: key => sessionStorage.getItem(key),
      setItem: (key, value) => sessionStorage.setItem(key, value),
      removeItem: key => sessionStorage.removeItem(key),
    },
    loadWallet: async options => (await import('./wallet/wagmi-wallet.ts')).createWagmiWallet(options),
    loadSigning: async () => (await import('./signing/signing.ts')).signing,
    loadReceipt: () => import('./receipt/receipt-part.ts'),
    loadFurther: () => import('./further-controller.ts'),
    loadWords: (language, whole) => (whole ? loadWords(language) : loadFirstWords(language)),
    monotonicNow: () => performance.now(),
    deviceNow: () => Math.floor(Date.now() / 1000),
    pageOrigin: () => location.origin,
    navigate: url => location.assign(url),
  }
}
