import { civilAnswer, civilEvent } from './civil-provider.ts'
import type { WalletProvider } from './wallet-provider.ts'

type Listener = (value: unknown) => void

/** A provider with the events of EIP-1193. Listeners are removed under either of two names, and some providers have none. */
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
 * The page's providers as one wagmi configuration uses them, with as much of EIP-1193 as each supports. wagmi never stops listening to a
 * provider, which outlives every element of the page. A lease ends all its listeners.
 */
export class ProviderLeases {
  readonly #leases = new WeakMap<object, LeasedProvider>()
  readonly #ends = new Set<() => void>()
  #isOver = false

  /** Returns the same lease for the same provider. */
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
      request: async call => civilAnswer(call.method, await provider.request(call)),
      on: (event, listener) => {
        if (this.#isOver) return
        const heard = (value: unknown) => {
          const civil = civilEvent(provider, event, value)
          if (civil instanceof Promise)
            civil.then(asked => void (asked !== null && this.#ends.has(end) && listener(asked)))
          else listener(civil)
        }
        const end = () => {
          this.#ends.delete(end)
          quietly(() =>
            provider.removeListener ? provider.removeListener(event, heard) : provider.off?.(event, heard),
          )
        }
        this.#ends.add(end)
        ends.push({ event, listener, end })
        quietly(() => provider.on?.(event, heard))
      },
      removeListener: (event, listener) => {
        const last = ends.findLastIndex(each => each.event === event && each.listener === listener)
        if (last !== -1) ends.splice(last, 1)[0]?.end()
      },
    }
  }
}

/** A missing event is no failure, and a fault of one wallet keeps no listener on the others. */
async function quietly(act: () => unknown): Promise<void> {
  try {
    await act()
  } catch {
    // Account and chain are read again before each request.
  }
}
