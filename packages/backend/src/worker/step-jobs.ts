import { changeJobs } from '../actions/meter/change-meter.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import type { MeterInput } from '../domain/meter/books.ts'
import type { WorkDeps } from './work-deps.ts'

/**
 * Takes one step for each of these jobs that is still pending, in one unit of work.
 *
 * @throws {LogIncomplete} with nothing saved
 */
export async function stepJobs(
  { storage, clock, newId, policy }: WorkDeps,
  jobs: readonly Pick<ChainJob, 'id'>[],
  inputOf: (job: ChainJob, meter: Subscription) => MeterInput,
): Promise<void> {
  await storage.unitOfWork(tx => changeJobs({ tx, now: clock.now(), newId, policy }, jobs, inputOf))
}
