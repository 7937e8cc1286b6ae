import type { MeterTerms } from '@per-second/protocol/terms'
import { MAX_BATCH_ITEMS } from '../chain/calls/gas-limits.ts'
import type { EscrowCall, Opening } from '../chain/chain.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'

/** Work and the meter it is for. */
export type MeterJob = { job: ChainJob; meter: Subscription }

const BATCHES = { open: 'openBatch', settle: 'settleBatch', close: 'closeBatch' } as const

/**
 * The ready jobs of one kind, as the transactions that do them. Of a meter there is one job among them: its outcome
 * must be known before the next.
 *
 * @param mostBeside the size of the largest batch that a job may be in: after a reverted batch it is smaller
 */
export function groupJobs(
  jobs: readonly ChainJob[],
  mostBeside: (job: ChainJob) => number = () => Number.POSITIVE_INFINITY,
): ChainJob[][] {
  const groups: { jobs: ChainJob[]; most: number }[] = []
  const meters = new Set<string>()
  for (const job of jobs) {
    if (meters.has(job.subscriptionId)) continue
    meters.add(job.subscriptionId)
    const most = Math.min(MAX_BATCH_ITEMS[BATCHES[job.kind]], mostBeside(job))
    const group = groups.find(({ jobs, most: least }) => jobs.length < Math.min(least, most))
    if (group) {
      group.jobs.push(job)
      group.most = Math.min(group.most, most)
    } else groups.push({ jobs: [job], most })
  }
  return groups.map(group => group.jobs)
}

/** The one transaction a group asks for. */
export function callOf(jobs: readonly MeterJob[]): EscrowCall {
  const [{ job, meter }] = jobs as [MeterJob]
  if (job.kind === 'open') {
    const items = jobs.map(openingOf)
    const [first] = items as [Opening]
    return items.length > 1 ? { kind: 'openBatch', items } : { kind: 'open', ...first }
  }
  if (jobs.length > 1) return { kind: BATCHES[job.kind], items: jobs.map(itemOf) }
  return { kind: job.kind, ...itemOf({ job, meter }) }
}

export function openingOf({ meter: { terms, signature } }: MeterJob): Opening {
  return { terms, signature: signature ?? '0x' }
}

function itemOf({ job, meter }: MeterJob): { terms: MeterTerms; toSecond: number } {
  return { terms: meter.terms, toSecond: job.toSecond }
}
