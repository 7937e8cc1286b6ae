import type { Hex } from '@per-second/protocol/types'
import { LogIncomplete } from '../actions/meter/change-meter.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { stepJobs } from './step-jobs.ts'

/**
 * Whether the chain refused a settlement or a closing. When the escrow has ended the meter meanwhile, there is no
 * refusal, and its log is read again.
 *
 * @throws ChainError `rejected` while the end is in an unconfirmed block
 */
export async function isRefusal(
  { storage, chain, indexer }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
): Promise<boolean> {
  const state = await chain.meterState(meter.meterId)
  if (state.status !== 'closed') return true
  await indexer.reread(meter.meterId)
  const now = await storage.read(tx => tx.jobs.get(job.id))
  if (now?.status !== 'pending') return false
  throw new ChainError('rejected', 'the end of a meter is in a block that does not count yet')
}

/**
 * Books refusals in one unit of work: a merchant whom the token refuses may have most of the meters, and other work waits
 * meanwhile. Where a log has to be read first, each is booked alone.
 *
 * @param hash the reverted transaction, or "" when they were refused before they were sent
 * @throws the first error of those whose log cannot be read, when the others are booked
 */
export async function bookRefusals(
  parameters: OperatorWorkerParameters,
  refused: readonly MeterJob[],
  hash: Hex | '' = '',
): Promise<void> {
  const jobs = refused.map(({ job }) => job)
  const book = (isReread: boolean) =>
    stepJobs(parameters, jobs, ({ id: jobId }) => ({ type: 'refused', jobId, hash, isReread }))
  try {
    await book(false)
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error
    const [first, ...others] = refused as [MeterJob]
    if (others.length === 0) {
      await parameters.indexer.reread(first.meter.meterId)
      return book(true)
    }
    const alone = refused.map(each => bookRefusals(parameters, [each], hash))
    const failed = (await Promise.allSettled(alone)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}
