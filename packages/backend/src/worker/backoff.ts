/** The first wait after a failure, in milliseconds of real time. It doubles up to a minute. */
const FIRST_WAIT_MILLIS = 1_000
const LONGEST_WAIT_MILLIS = 60_000

/** Pauses failed work, by any name, each time for longer. */
export class Backoff {
  readonly #first: number
  readonly #waits = new Map<string, { until: number; wait: number }>()

  /** @param first how long a first failure is left alone, in milliseconds of real time */
  constructor(first = FIRST_WAIT_MILLIS) {
    this.#first = first
  }

  isOn(name: string): boolean {
    return (this.#waits.get(name)?.until ?? 0) > performance.now()
  }

  /** How many are left alone now. */
  get size(): number {
    return [...this.#waits.keys()].filter(name => this.isOn(name)).length
  }

  failed(names: readonly string[]): void {
    // Drop entries that expired long ago: their work may have ended in another way.
    for (const [name, { until }] of this.#waits)
      if (until + LONGEST_WAIT_MILLIS < performance.now()) this.#waits.delete(name)
    for (const name of names) {
      const wait = Math.min((this.#waits.get(name)?.wait ?? this.#first / 2) * 2, LONGEST_WAIT_MILLIS)
      this.#waits.set(name, { until: performance.now() + wait, wait })
    }
  }

  succeeded(names: readonly string[]): void {
    for (const name of names) this.#waits.delete(name)
  }
}
