import { monitorEventLoopDelay } from 'node:perf_hooks'
import { renderGauge } from '../observability/metrics.ts'
import type { Deps } from '../routes/deps.ts'
import { renderChainGauges, renderWorkGauges } from './gauges.ts'
import { reuse } from './reuse.ts'

const RESOLUTION_MILLIS = 20
const NANOSECONDS = 1e9

/** How late this process gets to its work, in seconds since the last read: the slowest hundredth. */
type EventLoopLag = () => number

/** How long a reading of database and chains is reused, in milliseconds of real time. */
const REUSE_MILLIS = 2_000

/**
 * @returns a function that renders all counts so far, and the waiting work. It reads database and chains once in two
 * seconds at the most
 */
export function createMetricsPage(deps: Deps): () => Promise<string> {
  const lag = watchEventLoop()
  const gauges = reuse(async () => {
    const texts = await Promise.all([renderWorkGauges(deps), renderChainGauges(deps)])
    return texts.join('') + renderLag(lag())
  }, REUSE_MILLIS)
  return async () =>
    deps.metrics.render() +
    (await gauges()) +
    renderGauge(
      'billing_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's; 1 and more, either way, is not ready.",
      [[{}, deps.clockSkewMillis() / 1000]],
    )
}

function renderLag(p99: number): string {
  return renderGauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late 1 of 100 timers comes, since the last look.',
    [[{}, p99]],
  )
}

function watchEventLoop(): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS })
  delays.enable()
  return () => {
    // A timer comes after its time by nature: that much is no lag.
    const late = delays.percentile(99) / NANOSECONDS - RESOLUTION_MILLIS / 1_000
    const lag = delays.count === 0 ? 0 : Math.max(late, 0)
    delays.reset()
    return lag
  }
}
