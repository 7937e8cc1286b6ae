import { vi } from 'vitest'
import type { FakeService } from '../src/testing/fake-service.ts'

/** The page's time, moved by hand, and the service's, which goes its own way. */
export class PageClock {
  /** The page's monotonic milliseconds. */
  now = 1_000_000
  /** The service's milliseconds since the meter began. */
  #served = 0
  #service: FakeService | null = null

  /** From now on the meter's seconds are the service's own, which is `into` milliseconds into one of them, and timers are ours. */
  start(service: FakeService, into = 0): void {
    if (!service.subscription) throw new Error('there is no meter')
    this.#service = service
    this.#served = into
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    Object.defineProperty(service.subscription, 'elapsed_seconds', {
      enumerable: true,
      get: () => this.elapsed(),
    })
  }

  /** Whole seconds the service counts, up to the cap. */
  elapsed(): number {
    const cap = this.#service?.subscription?.max_duration_seconds ?? 0
    return Math.min(cap, Math.floor(this.#served / 1000))
  }

  /** Time passes for both. Every timer that falls due fires, or only those of `firing` seconds where a browser holds them back. */
  async pass(seconds: number, firing = seconds): Promise<void> {
    this.now += seconds * 1000
    this.#served += seconds * 1000
    await vi.advanceTimersByTimeAsync(firing * 1000)
  }

  /** A laptop sleeps: the service goes on, the page's clock and timers stand still. */
  sleep(seconds: number): void {
    this.#served += seconds * 1000
  }
}
