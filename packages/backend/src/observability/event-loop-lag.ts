import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MILLIS = 20
const NANOSECONDS = 1e9

/** How late this process gets to what it has to do, in seconds since the last look: the slowest hundredth, and the worst. */
export type EventLoopLag = () => { p99: number; max: number }

export function watchEventLoop(): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS })
  delays.enable()
  return () => {
    // A timer comes after its time by nature: that much is no lag.
    const seconds = (nanoseconds: number) =>
      delays.count === 0 ? 0 : Math.max(nanoseconds / NANOSECONDS - RESOLUTION_MILLIS / 1_000, 0)
    const lag = { p99: seconds(delays.percentile(99)), max: seconds(delays.max) }
    delays.reset()
    return lag
  }
}
