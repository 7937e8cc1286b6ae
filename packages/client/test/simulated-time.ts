import type { Timing } from '../src/request/timing.ts'

type Timer = { at: number; task: () => void }

/** A clock that only moves when a test moves it. */
export class SimulatedTime implements Timing {
  #now = 0
  #timers = new Set<Timer>()
  /** The next value of `random`, and every later one. */
  chance = 0

  monotonicMs(): number {
    return this.#now
  }

  unixMs(): number {
    return Date.UTC(2026, 10, 20, 12) + this.#now
  }

  random(): number {
    return this.chance
  }

  schedule(milliseconds: number, task: () => void): () => void {
    const timer = { at: this.#now + milliseconds, task }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** How long until each pending timer, in milliseconds. */
  get pending(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  /** Jumps to the next timer and runs it. */
  next(): void {
    const [first] = [...this.#timers].sort((a, b) => a.at - b.at)
    if (!first) throw new Error('No timer is pending.')
    this.#timers.delete(first)
    this.#now = first.at
    first.task()
  }

  /** Runs a call that does no real I/O: whenever nothing is left to do, the clock jumps to the next timer. */
  async run<T>(call: Promise<T>): Promise<{ value?: T; error?: unknown; elapsedMs: number }> {
    const start = this.#now
    let outcome: { value?: T; error?: unknown; elapsedMs: number } | undefined
    call.then(
      value => (outcome = { value, elapsedMs: this.#now - start }),
      error => (outcome = { error, elapsedMs: this.#now - start }),
    )
    for (;;) {
      for (let turn = 0; turn < 4 && !outcome; turn++) await new Promise(resolve => setImmediate(resolve))
      if (outcome) return outcome
      this.next()
    }
  }
}
