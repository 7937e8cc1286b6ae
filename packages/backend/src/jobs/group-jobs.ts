import type { EscrowCall } from '../chain/chain.ts'
import { MAX_BATCH_ITEMS } from '../chain/gas-limits.ts'
import type { ChainJob } from '../domain/entities.ts'

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
export function callOf(jobs: ChainJob[]): EscrowCall {
  const [job] = jobs as [ChainJob]
  if (jobs.length > 1) {
    return { kind: 'settleBatch', items: jobs.map(({ terms, toSecond }) => ({ terms, toSecond })) }
  }
  if (job.kind === 'open') return { kind: 'open', terms: job.terms, signature: job.signature ?? '0x' }
  return { kind: job.kind, terms: job.terms, toSecond: job.toSecond }
}
