import type { Hex } from '@per-second/protocol/types'
import { LogIncomplete } from '../actions/meter/change-meter.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/** Books that the token moves no amounts at present, which no party caused, and which holds for all of these. */
export async function refuseAll(
  parameters: OperatorWorkerParameters,
  jobs: readonly MeterJob[],
): Promise<void> {
  const booked = await Promise.allSettled(jobs.map(each => bookRefusal(parameters, each, '')))
  const failed = booked.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
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
  { stepJobs, indexer }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  hash: Hex | '',
): Promise<void> {
  const book = (isReread: boolean) =>
    stepJobs([job], ({ id: jobId }) => ({ type: 'refused', jobId, hash, isReread }))
  try {
    await book(false)
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error
    await indexer.reread(meter.meterId)
    await book(true)
  }
}
