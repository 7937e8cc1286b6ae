import { toUnixMillis } from '@per-second/protocol/time'
import { elapsedSeconds } from '../domain/meter/clock.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/** The log is far behind when it has so many blocks to read that count. */
const FAR_BEHIND_BLOCKS = 2_000

/**
 * Drops the scheduled settlements that would charge seconds after a stop that is not booked yet. Its block is not
 * confirmed, or the meter's books cannot be booked. The closing charges the seconds before the stop (docs/money.md,
 * rule 21). The escrow itself bounds a charge by the time since the opening alone, pauses and a late start included.
 *
 * @returns the others, or none while the log is far behind, and has to be read first
 */
export async function dropStopped(
  parameters: OperatorWorkerParameters,
  settlements: readonly MeterJob[],
): Promise<readonly MeterJob[]> {
  const { chain, indexer } = parameters
  // On the embedded chain every block counts at once.
  if (chain.isJournalled) return settlements
  const [read, counted] = [await indexer.position(), await chain.head()]
  if (counted.number - read > FAR_BEHIND_BLOCKS) return []
  const stops = await chain.stopsAfter(read)
  const late = await Promise.all(
    settlements.map(async ({ job, meter }) => {
      const stoppedAt = meter.logFaulty ? await stopOf(meter) : stops.get(meter.meterId)
      return stoppedAt !== undefined && job.toSecond > elapsedSeconds(meter, toUnixMillis(stoppedAt))
    }),
  )
  const dropped = settlements.flatMap(({ job }, index) => (late[index] ? [job] : []))
  if (dropped.length === 0) return settlements
  await parameters.stepJobs(dropped, ({ id: jobId }) => ({ type: 'dropped', jobId }))
  return settlements.filter((_, index) => !late[index])

  async function stopOf({ meterId }: MeterJob['meter']) {
    const state = await chain.meterState(meterId)
    return state.status === 'open' ? (state.stoppedAt ?? undefined) : undefined
  }
}
