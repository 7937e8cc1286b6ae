import type { ChainJob, Subscription } from '../domain/entities.ts'
import type { Operation } from './operation.ts'

/** Chain work for a meter, to be done from now on. */
export async function newJob(
  { tx, now, newId, traceparent = null }: Operation,
  { id, mode, operator }: Pick<Subscription, 'id' | 'mode' | 'operator'>,
  work: Pick<ChainJob, 'kind' | 'toSecond' | 'periodEnd'>,
): Promise<ChainJob> {
  const job: ChainJob = {
    id: newId('job_'),
    mode,
    subscriptionId: id,
    operator,
    ...work,
    status: 'pending',
    transactionId: null,
    attempts: 0,
    failure: null,
    notBefore: now,
    traceparent,
    created: now,
  }
  await tx.jobs.insert(job)
  return job
}
