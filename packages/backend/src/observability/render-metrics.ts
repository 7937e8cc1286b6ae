import type { Storage } from '../storage/storage.ts'
import { type Metrics, renderGauge } from './metrics.ts'

const MODES = ['test', 'live'] as const

/** Everything counted so far, and what waits at this instant. */
export async function renderMetrics(deps: { metrics: Metrics; storage: Storage }): Promise<string> {
  const pending = await deps.storage.read(async tx => {
    const counts: [Record<string, string>, number][] = []
    for (const mode of MODES) {
      counts.push([{ mode, stage: 'waiting' }, (await tx.jobs.unsent(mode)).length])
      counts.push([{ mode, stage: 'sent' }, (await tx.jobs.sent(mode)).length])
    }
    return counts
  })
  const memory = process.memoryUsage.rss()
  return (
    deps.metrics.render() +
    renderGauge('billing_chain_jobs_pending', 'Chain work that is committed and not done.', pending) +
    renderGauge('process_resident_memory_bytes', 'Memory of this process.', [[{}, memory]])
  )
}
