import { toUnixMillis } from '@per-second/protocol/time'
import { elapsedSeconds } from '../domain/meter.ts'
import type { MeterJob } from './group-jobs.ts'
import { onPending } from './on-pending.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/**
 * Drops the scheduled settlements that would charge seconds after a stop whose block does not count yet: the closing charges what came
 * before it (docs/money.md, rule 21). The escrow bounds a charge by the time since the opening, so that it is asked only about meters that
 * have paused or started later than that.
 *
 * @returns the others
 */
export async function dropStopped(
  parameters: OperatorWorkerParameters,
  settlements: readonly MeterJob[],
): Promise<MeterJob[]> {
  const { storage, chain } = parameters
  const ids = settlements.map(({ meter }) => meter.meterId)
  const openings = await storage.read(tx => tx.escrowEvents.openingsOf(ids))
  const openedAt = new Map(openings.map(({ meterId, timestamp }) => [meterId, toUnixMillis(timestamp)]))
  const late = await Promise.all(
    settlements.map(async ({ job, meter }) => {
      const { meterId, startedAt, pausedMillis } = meter
      if ((startedAt ?? 0) + pausedMillis <= (openedAt.get(meterId) ?? 0)) return false
      const state = await chain.meterState(meterId)
      if (state.status !== 'open' || state.stoppedAt === null) return false
      return job.toSecond > elapsedSeconds(meter, toUnixMillis(state.stoppedAt))
    }),
  )
  const dropped = settlements.filter((_, index) => late[index])
  if (dropped.length > 0)
    await onPending(
      parameters,
      dropped.map(({ job }) => job),
      ({ tx }, current) => tx.jobs.update({ ...current, status: 'done' }),
    )
  return settlements.filter((_, index) => !late[index])
}
