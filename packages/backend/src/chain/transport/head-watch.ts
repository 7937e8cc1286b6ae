import type { UnixSeconds } from '@per-second/protocol/time'
import { ChainError } from '../chain-error.ts'

/** Endpoints behind one address differ by a few blocks; further behind the newest block seen, one is out of step. */
const TOLERATED_BLOCKS = 16

/**
 * When nobody has come near the newest block seen for this long, the chain may have been rolled back. In real milliseconds. It has where
 * it goes on later than that block; an endpoint that stands, or catches up, shows what came before.
 */
const FORGET_MILLIS = 60_000

/** Remembers the newest block that any endpoint of a chain has shown. */
export type HeadWatch = {
  /** @throws ChainError `unreachable` for an endpoint that is far behind */
  see(block: { number: number; timestamp: UnixSeconds }): void
  highest(): number | null
}

export function createHeadWatch(): HeadWatch {
  let highest: { number: number; timestamp: UnixSeconds } | null = null
  let confirmedAt = 0
  return {
    see: block => {
      const now = performance.now()
      const known = highest
      const isNear = known === null || block.number + TOLERATED_BLOCKS >= known.number
      if (!isNear && (now - confirmedAt < FORGET_MILLIS || block.timestamp <= known.timestamp))
        throw new ChainError(
          'unreachable',
          `the endpoint is at block ${block.number}, another was at ${known.number}`,
        )
      if (!isNear || known === null || block.number > known.number) highest = block
      confirmedAt = now
    },
    highest: () => highest?.number ?? null,
  }
}
