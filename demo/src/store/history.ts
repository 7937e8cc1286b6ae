import type { Subscription } from '@per-second/client'
import { addDecimals } from '@per-second/protocol/money'
import { type Figures, sumFigures } from './figures.ts'

/** One look at all meters. `at` is unix milliseconds of this machine's clock; `meters` is what each has cost in all. */
export type Sample = Pick<Figures, 'accrued_usd' | 'settled_usd'> & {
  at: number
  meters: Record<string, string>
}

export type History = {
  record(at: number, subscriptions: Subscription[]): void
  /** Oldest first. */
  samples(): Sample[]
  /** How far apart looks should be, and those before are, in milliseconds. Farther apart, nobody looked. */
  spacingMs(): number
}

const FIRST_SPACING_MS = 1000

/**
 * Remembers looks at the meters since the store opened, at most `capacity` of them: when full, every second one is dropped, and
 * the next should be taken half as often.
 */
export function createHistory(capacity = 240): History {
  let samples: Sample[] = []
  let spacingMs = FIRST_SPACING_MS
  return {
    record(at, subscriptions) {
      samples.push(lookAt(at, subscriptions))
      if (samples.length <= capacity) return
      samples = samples.filter((_, index) => index % 2 === 0)
      spacingMs *= 2
    },
    samples: () => samples,
    spacingMs: () => spacingMs,
  }
}

export function lookAt(at: number, subscriptions: Subscription[]): Sample {
  const { accrued_usd, settled_usd } = sumFigures(subscriptions)
  const meters = Object.fromEntries(
    subscriptions.map(({ id, ...meter }) => [id, addDecimals(meter.accrued_usd, meter.settled_usd)]),
  )
  return { at, accrued_usd, settled_usd, meters }
}
