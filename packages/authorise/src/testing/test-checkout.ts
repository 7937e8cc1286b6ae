import { parsedUrl } from '../chains/web-url.ts'
import { announceTestWallet, type TestWallet, type TestWalletOptions } from './announce-wallet.ts'
import { FakeService } from './fake-service.ts'
import type { FakeServiceOptions } from './fake-session.ts'

export type TestCheckoutOptions = FakeServiceOptions & { wallet?: TestWalletOptions }

/** One checkout with its service and its wallet, all on this page. */
export type TestCheckout = {
  /** For the `session` attribute. */
  readonly session: string
  /** For the `base-url` attribute. Requests to it never leave the page. */
  readonly baseUrl: string
  readonly service: FakeService
  readonly wallet: TestWallet
  /** Removes service and wallet from the page. */
  stop(): void
}

const DOMAIN = 'billing.test'
const services = new Map<string, FakeService>()
let pageFetch: typeof fetch | null = null

/**
 * Starts a billing service behind the page's `fetch`, and a wallet. Requests to its own address are served here. All others reach the
 * network as before.
 */
export function startTestCheckout(options: TestCheckoutOptions = {}): TestCheckout {
  const { wallet: walletOptions, ...serviceOptions } = options
  const key = crypto.randomUUID().replaceAll('-', '')
  const service = new FakeService({ id: `cs_test_${key}`, ...serviceOptions })
  const wallet = announceTestWallet({
    name: 'Test wallet',
    rdns: `test.per-second.${key.slice(0, 8)}`,
    keepsKey: walletOptions?.rdns !== undefined,
    ...walletOptions,
  })
  // A browser keeps what it knows of a meter by its service's address.
  const known = [...services].find(([, each]) => each === serviceOptions.carriesOn)?.[0]
  const host = known ?? `${key.slice(0, 12)}.${DOMAIN}`
  services.set(host, service)
  takeFetch()
  return {
    session: service.session.id,
    baseUrl: `https://${host}`,
    service,
    wallet,
    stop() {
      services.delete(host)
      wallet.remove()
      if (services.size === 0) giveFetchBack()
    },
  }
}

function takeFetch(): void {
  if (pageFetch) return
  const original = globalThis.fetch
  pageFetch = original
  globalThis.fetch = (input, init) => {
    const url = parsedUrl(input instanceof Request ? input.url : String(input), location.href)
    const service = url && services.get(url.host)
    return service ? service.fetch(input, init) : original(input, init)
  }
}

function giveFetchBack(): void {
  if (pageFetch) globalThis.fetch = pageFetch
  pageFetch = null
}
