import type { BillingOperation } from '../actions/operation.ts'
import type { ChainJob } from '../domain/entities.ts'
import type { WorkDeps } from './work-deps.ts'

/** Runs on each job as it is now, in one unit of work, and not at all on one that is not pending any more. */
export async function onPending(
  { storage, clock, newId, policy }: WorkDeps,
  jobs: readonly ChainJob[],
  work: (operation: BillingOperation, current: ChainJob) => Promise<void>,
): Promise<void> {
  await storage.unitOfWork(async tx => {
    for (const current of await tx.jobs.getMany(jobs.map(({ id }) => id)))
      if (current.status === 'pending') {
        const { traceparent } = current
        await work({ tx, now: clock.now(), newId, policy, traceparent }, current)
      }
  })
}
