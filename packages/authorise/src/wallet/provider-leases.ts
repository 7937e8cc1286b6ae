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
    const ends = new Map<string, Map<Listener, () => void>>()
    return {
      request: call => provider.request(call),
      on: (event, listener) => {
        if (this.#isOver) return
        const end = () => {
          if (provider.removeListener) provider.removeListener(event, listener)
          else provider.off?.(event, listener)
          this.#ends.delete(end)
          ends.get(event)?.delete(listener)
        }
        provider.on?.(event, listener)
        this.#ends.add(end)
        ends.set(event, (ends.get(event) ?? new Map()).set(listener, end))
      },
      removeListener: (event, listener) => ends.get(event)?.get(listener)?.(),
    }
  }
}
