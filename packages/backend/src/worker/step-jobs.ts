import { changeJobs } from '../actions/meter/change-meter.ts'
import type { ChainJob, Subscription } from '../domain/entities.ts'
import type { MeterInput } from '../domain/meter/books.ts'
import { createGroupedUnits } from '../storage/grouped-units.ts'
import type { WorkDeps } from './work-deps.ts'

type InputOf = (job: ChainJob, meter: Subscription) => MeterInput

/**
 * Takes one step for each of these jobs that is still pending, in one unit of work.
 *
 * @throws {LogIncomplete} with nothing saved
 */
export type StepJobs = (jobs: readonly Pick<ChainJob, 'id'>[], inputOf: InputOf) => Promise<void>

/** Steps of several callers share a unit: a merchant whom the token refuses may have most of the meters. A job has one caller at a time. */
export function createStepJobs({ storage, clock, newId, policy }: WorkDeps): StepJobs {
  const save = createGroupedUnits<ReadonlyMap<string, InputOf>, void>(async groups => {
    const inputs = new Map(groups.flatMap(group => [...group]))
    const jobs = [...inputs.keys()].map(id => ({ id }))
    const inputOf: InputOf = (job, meter) => (inputs.get(job.id) as InputOf)(job, meter)
    await storage.unitOfWork(tx => changeJobs({ tx, now: clock.now(), newId, policy }, jobs, inputOf))
    return []
  })
  return (jobs, inputOf) => save(new Map(jobs.map(({ id }) => [id, inputOf])))
}
