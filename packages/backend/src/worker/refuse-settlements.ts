import type { Hex } from '@per-second/protocol/types'
import { LogIncomplete } from '../actions/meter/change-meter.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/**
 * Books that the token moves no amounts at present, which no party caused, and which holds for all of these. Incomplete
 * logs are read again afterwards, one after the other. After a failure the others are left for the next try.
 */
export async function refuseAll(
  parameters: OperatorWorkerParameters,
  jobs: readonly MeterJob[],
): Promise<void> {
  const results = await Promise.allSettled(jobs.map(({ job }) => isRefusalBooked(parameters, job, '')))
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') throw result.reason
    if (!result.value) await bookAfterReread(parameters, jobs[index] as MeterJob, '')
  }
}

/**
 * Books that the chain refused a settlement or a closing. When the escrow has ended the meter meanwhile, there is no
 * refusal.
 *
 * @param hash the reverted transaction, or "" when it was refused before it was sent
 * @throws ChainError `rejected` while the end is in an unconfirmed block
 */
export async function refuseSettlement(
  parameters: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  hash: Hex | '',
): Promise<void> {
  const { storage, chain, indexer } = parameters
  const state = await chain.meterState(meter.meterId)
  if (state.status !== 'closed') return bookRefusal(parameters, { job, meter }, hash)
  await indexer.reread(meter.meterId)
  const now = await storage.read(tx => tx.jobs.get(job.id))
  if (now?.status === 'pending')
    throw new ChainError('rejected', 'the end of a meter is in a block that does not count yet')
}

async function bookRefusal(
  parameters: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  hash: Hex | '',
): Promise<void> {
  if (await isRefusalBooked(parameters, job, hash)) return
  await bookAfterReread(parameters, { job, meter }, hash)
}

/** @returns false, with nothing saved, when the meter's log has to be read again first */
async function isRefusalBooked(
  { stepJobs }: OperatorWorkerParameters,
  job: MeterJob['job'],
  hash: Hex | '',
): Promise<boolean> {
  try {
    await stepJobs([job], ({ id: jobId }) => ({ type: 'refused', jobId, hash, isReread: false }))
    return true
  } catch (error) {
    if (error instanceof LogIncomplete) return false
    throw error
  }
}

async function bookAfterReread(
  { stepJobs, indexer }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  hash: Hex | '',
): Promise<void> {
  await indexer.reread(meter.meterId)
  await stepJobs([job], ({ id: jobId }) => ({ type: 'refused', jobId, hash, isReread: true }))
}
