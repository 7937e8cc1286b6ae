import type { UnixMillis } from '@per-second/protocol/time'
import type { ChainJob, Subscription } from './entities.ts'
import type { IdPrefix } from './id.ts'

/** Chain work for a meter, to be done from now on. */
export function newJob(
  {
    now,
    newId,
    traceparent = null,
  }: {
    now: UnixMillis
    newId: (prefix: IdPrefix) => string
    traceparent?: string | null
  },
  { id, mode, operator }: Pick<Subscription, 'id' | 'mode' | 'operator'>,
  work: Pick<ChainJob, 'kind' | 'toSecond' | 'periodEnd'>,
): ChainJob {
  return {
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
}
