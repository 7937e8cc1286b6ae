import type { UnixMillis } from '@per-second/protocol/time'

export type ServiceClock = ReturnType<typeof createServiceClock>

/** How a clock is kept across restarts. */
export type ServiceClockState = { offsetMillis: number; frozenAt: UnixMillis | null }

/**
 * The clock of one backend: real time plus an offset, or standing still.
 *
 * @param realTime where real time comes from, in unix milliseconds
 * @param state how an earlier process left the clock
 */
export function createServiceClock(
  realTime: () => UnixMillis,
  state: ServiceClockState = { offsetMillis: 0, frozenAt: null },
) {
  let { offsetMillis, frozenAt } = state
  let last = 0
  const now = (): UnixMillis => {
    last = Math.max(last, frozenAt ?? realTime() + offsetMillis)
    return last
  }
  return {
    now,
    frozen: () => frozenAt !== null,
    offsetSeconds: () => Math.round((now() - realTime()) / 1000),
    /** Stops at the next whole second, so that this clock and the chain's, which knows seconds only, stand at the same instant. */
    freeze: () => {
      frozenAt ??= Math.ceil(now() / 1000) * 1000
    },
    release: () => {
      if (frozenAt === null) return
      offsetMillis = frozenAt - realTime()
      frozenAt = null
    },
    /** Moves the clock forward by milliseconds, never back. */
    moveTo: (instant: UnixMillis) => {
      if (instant <= now()) return
      if (frozenAt === null) offsetMillis = instant - realTime()
      else frozenAt = instant
    },
    state: (): ServiceClockState => ({ offsetMillis, frozenAt }),
  }
}
