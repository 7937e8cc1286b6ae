import type { WalletProvider } from './wallet-provider.ts'

type Listener = (value: unknown) => void

/** A provider with the events of EIP-1193, under either name for the way out; some have none. */
type EventfulProvider = WalletProvider & {
  on?(event: string, listener: Listener): unknown
  removeListener?(event: string, listener: Listener): unknown
  off?(event: string, listener: Listener): unknown
}

type LeasedProvider = WalletProvider & {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

/**
 * The page's providers as one wagmi configuration sees them. wagmi never stops listening to a provider, which outlives every
 * element of the page; what was listened to through a lease ends with it.
 */
export class ProviderLeases {
  readonly #leases = new WeakMap<object, LeasedProvider>()
  readonly #ends = new Set<() => void>()
  #isOver = false

  /** The same lease for the same provider. */
  of(provider: EventfulProvider): LeasedProvider {
    const lease = this.#leases.get(provider) ?? this.#lease(provider)
    this.#leases.set(provider, lease)
    return lease
  }

  release(): void {
    this.#isOver = true
    for (const end of [...this.#ends]) end()
  }

  #lease(provider: EventfulProvider): LeasedProvider {
    const ends: { event: string; listener: Listener; end: () => void }[] = []
    return {
      request: call => provider.request(call),
      on: (event, listener) => {
        if (this.#isOver) return
        const end = () => {
          this.#ends.delete(end)
          try {
            if (provider.removeListener) provider.removeListener(event, listener)
            else provider.off?.(event, listener)
          } catch {
            // One wallet's fault is no reason to stay with the others.
          }
        }
        provider.on?.(event, listener)
        this.#ends.add(end)
        ends.push({ event, listener, end })
      },
      removeListener: (event, listener) => {
        const last = ends.findLastIndex(each => each.event === event && each.listener === listener)
        if (last !== -1) ends.splice(last, 1)[0]?.end()
      },
    }
  }
}
