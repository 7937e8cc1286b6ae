import type { UnixSeconds } from '@per-second/protocol/time'
import { ChainError } from '../chain-error.ts'

/** Endpoints behind one address differ by a few blocks. An endpoint further behind the newest block seen is out of step. */
const TOLERATED_BLOCKS = 16

/**
 * When no endpoint has come near the newest block seen for this long, the chain may have been rolled back. In real
 * milliseconds. It was if a lower block has a later timestamp. A stalled endpoint, or one that catches up, shows
 * earlier timestamps.
 */
const FORGET_MILLIS = 60_000

export type HeadWatch = ReturnType<typeof createHeadWatch>

/** Remembers the newest block that any endpoint of a chain has shown. */
export function createHeadWatch() {
  let highest: { number: number; timestamp: UnixSeconds } | null = null
  let confirmedAt = 0
  return {
    /** @throws ChainError `unreachable` for an endpoint that is far behind */
    see: (block: { number: number; timestamp: UnixSeconds }) => {
      const now = performance.now()
      const known = highest
      const isNear = known === null || block.number + TOLERATED_BLOCKS >= known.number
      if (!isNear && (now - confirmedAt < FORGET_MILLIS || block.timestamp <= known.timestamp))
        throw new ChainError(
          'unreachable',
          `the endpoint is at block ${block.number}, another was at ${known.number}`,
        )
      // A false timestamp of the far future would keep every other endpoint out until then.
      const timestamp = Math.min(block.timestamp, Date.now() / 1_000)
      if (!isNear || known === null || block.number > known.number) highest = { ...block, timestamp }
      confirmedAt = now
    },
    highest: () => highest?.number ?? null,
  }
}
