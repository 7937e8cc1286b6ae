import type { ChainJob } from '../../domain/entities.ts'
import type { Operation } from '../operation.ts'

/** Retries of what the chain refused wait 60 s, doubling to an hour (docs/money.md, rule 24). */
const FIRST_RETRY_MILLIS = 60_000
const LONGEST_RETRY_MILLIS = 3_600_000

/** The chain refused a job: it is to be tried again, in another transaction. */
export async function retryLater({ tx, now }: Operation, job: ChainJob): Promise<void> {
  const wait = Math.min(FIRST_RETRY_MILLIS * 2 ** job.attempts, LONGEST_RETRY_MILLIS)
  await tx.jobs.update({ ...job, attempts: job.attempts + 1, transactionId: null, notBefore: now + wait })
}
