import { vi } from 'vitest'
import type { FakeService } from '../src/testing/fake-service.ts'

/** The page's time, moved by hand, and the service's, which goes its own way. */
export class PageClock {
  /** The page's monotonic milliseconds. */
  now = 1_000_000
  /** The service's milliseconds since the meter began. */
  #served = 0
  #ahead = 0
  #service: FakeService | null = null

  /** From now on the meter's seconds are the service's own, which is `into` milliseconds into one of them, and timers are ours. */
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

  /** Whole seconds the service counts, up to the cap. */
  elapsed(): number {
    const cap = this.#service?.subscription?.max_duration_seconds ?? 0
    return Math.min(cap, Math.floor(this.#served / 1000))
  }

  /** Time passes for both. Every timer that falls due fires, or only those of `firing` seconds where a browser holds them back. */
  async pass(seconds: number, firing = seconds): Promise<void> {
    this.now += seconds * 1000
    this.sleep(seconds)
    await vi.advanceTimersByTimeAsync(firing * 1000)
  }

  /**
   * The same in a page that is looked at, and the answer to what it asked meanwhile arrives before the time goes on: while one is on
   * its way there is no timer for the next question. Not for a meter at its end, which has one timer less.
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

  /** A laptop sleeps: the service goes on, the page's clock and timers stand still. */
  sleep(seconds: number): void {
    this.#served += seconds * 1000
    if (this.#service) this.#service.ahead = this.#ahead + Math.floor(this.#served / 1000)
  }
}
