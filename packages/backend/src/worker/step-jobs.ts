import { changeJobs } from '../actions/meter/change-meter.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import type { MeterInput } from '../domain/meter/books.ts'
import type { WorkDeps } from './work-deps.ts'

/**
 * Takes one step for each of these jobs that is still pending, in one unit of work, and wakes the waiters of the jobs that ended.
 *
 * @throws {LogIncomplete} with nothing saved
 */
export async function stepJobs(
  { storage, clock, newId, policy, wake }: WorkDeps & { wake: (jobId: string) => void },
  jobs: readonly Pick<ChainJob, 'id'>[],
  inputOf: (job: ChainJob, meter: Subscription) => MeterInput,
): Promise<void> {
  const woken = await storage.unitOfWork(tx =>
    changeJobs({ tx, now: clock.now(), newId, policy }, jobs, inputOf),
  )
  for (const id of woken) wake(id)
}
