import type { MeterTerms } from '@per-second/protocol/terms'
import type { EscrowCall } from '../chain/chain.ts'
import { MAX_BATCH_ITEMS } from '../chain/gas-limits.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'

/** Work and the meter it is for. */
export type MeterJob = { job: ChainJob; meter: Subscription }

/** Settlements due together share a transaction; everything else goes alone, in the order it was asked for. */
export function groupJobs(jobs: ChainJob[]): ChainJob[][] {
  const groups: ChainJob[][] = []
  let batch: ChainJob[] = []
  for (const job of jobs) {
    const joins = job.kind === 'settle' && job.attempts === 0
    const repeated = batch.some(other => other.subscriptionId === job.subscriptionId)
    if (joins && !repeated && batch.length > 0 && batch.length < MAX_BATCH_ITEMS) batch.push(job)
    else {
      const group = [job]
      groups.push(group)
      batch = joins ? group : []
    }
  }
  return groups
}

/** The one transaction a group asks for. */
export function callOf(jobs: readonly MeterJob[]): EscrowCall {
  const [{ job, meter }] = jobs as [MeterJob]
  if (jobs.length > 1) return { kind: 'settleBatch', items: jobs.map(itemOf) }
  if (job.kind === 'open') return { kind: 'open', terms: meter.terms, signature: meter.signature ?? '0x' }
  return { kind: job.kind, ...itemOf({ job, meter }) }
}

function itemOf({ job, meter }: MeterJob): { terms: MeterTerms; toSecond: number } {
  return { terms: meter.terms, toSecond: job.toSecond }
}
