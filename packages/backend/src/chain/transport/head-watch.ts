import { ChainError } from '../chain-error.ts'

/** Endpoints behind one address differ by a few blocks; further behind the newest block seen, one is out of step. */
const TOLERATED_BLOCKS = 16

/** When nobody has come near the newest block seen for this long, it is not the endpoints that are wrong. In real milliseconds. */
const FORGET_MILLIS = 60_000

/** Remembers the newest block that any endpoint of a chain has shown. */
export type HeadWatch = {
  /** @throws ChainError `unreachable` for an endpoint that is far behind */
  see(number: number): void
  highest(): number | null
}

export function createHeadWatch(): HeadWatch {
  let highest: number | null = null
  let confirmedAt = 0
  return {
    see: number => {
      const now = performance.now()
      const isNear = highest === null || number + TOLERATED_BLOCKS >= highest
      if (!isNear && now - confirmedAt < FORGET_MILLIS)
        throw new ChainError('unreachable', `the endpoint is at block ${number}, another was at ${highest}`)
      highest = !isNear || highest === null || number > highest ? number : highest
      confirmedAt = now
    },
    highest: () => highest,
  }
}
