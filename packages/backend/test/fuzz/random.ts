/** Reproducible chance: the same seed gives the same sequence on every machine (mulberry32). */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(values: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: probability => next() < probability,
    pick: values => {
      if (values.length === 0) throw new Error('There is nothing to pick from.')
      return values[below(values.length)] as (typeof values)[number]
    },
  }
}
