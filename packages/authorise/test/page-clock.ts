import { vi } from 'vitest'
import type { FakeService } from '../src/testing/fake-service.ts'

/** The page's time and the service's, moved independently by the test. */
export class PageClock {
  /** The page's monotonic milliseconds. */
  now = 1_000_000
  /** The service's milliseconds since the meter began. */
  #served = 0
  #ahead = 0
  #service: FakeService | null = null

  /** From now on, seconds of the meter follow the service's clock, which is `into` milliseconds into one. The test runs the timers. */
  start(service: FakeService, into = 0): void {
    if (!service.subscription) throw new Error('there is no meter')
    this.#service = service
    this.#served = into
    this.#ahead = service.ahead
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    Object.defineProperty(service.subscription, 'elapsed_seconds', {
      enumerable: true,
      get: () => this.elapsed(),
    })
  }

  /** Whole seconds that the service counts, up to the maximum duration. */
  elapsed(): number {
    const cap = this.#service?.subscription?.max_duration_seconds ?? 0
    return Math.min(cap, Math.floor(this.#served / 1000))
  }

  /** Time passes for both. Every due timer fires, or only those of `firing` seconds if a browser delays the others. */
  async pass(seconds: number, firing = seconds): Promise<void> {
    this.now += seconds * 1000
    this.sleep(seconds)
    await vi.advanceTimersByTimeAsync(firing * 1000)
  }

  /**
   * The same in a visible page. Each response arrives before the time moves on, because the next reading is only scheduled after it. Not
   * for a meter at its end, which has one timer less.
   */
  async passAnswered(seconds: number, firing = seconds): Promise<void> {
    const atRest = vi.getTimerCount()
    await this.pass(seconds, firing)
    const deadline = performance.now() + 10_000
    while (vi.getTimerCount() < atRest) {
      if (performance.now() > deadline) throw new Error('an answer does not arrive')
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
  }

  /** A laptop sleeps: the service continues, the page's clock and timers do not. */
  sleep(seconds: number): void {
    this.#served += seconds * 1000
    if (this.#service) this.#service.ahead = this.#ahead + Math.floor(this.#served / 1000)
  }
}
