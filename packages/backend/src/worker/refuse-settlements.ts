import type { Hex } from '@per-second/protocol/types'
import { LogIncomplete } from '../actions/meter/change-meter.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'
import { stepJobs } from './step-jobs.ts'

/**
 * Books that the token moves no amounts at present, which no party caused, and which holds for all of these. Jobs whose
 * log has to be read first are left for the next try.
 */
export async function refuseAll(
  parameters: OperatorWorkerParameters,
  jobs: readonly MeterJob[],
): Promise<void> {
  const book = (each: readonly MeterJob[]) => bookRefusals(parameters, each, { hash: '' })
  try {
    await book(jobs)
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error
    for (const each of jobs) await refuseSettlement(parameters, each, '')
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
  if (state.status === 'closed') {
    await indexer.reread(meter.meterId)
    const now = await storage.read(tx => tx.jobs.get(job.id))
    if (now?.status !== 'pending') return
    throw new ChainError('rejected', 'the end of a meter is in a block that does not count yet')
  }
  try {
    await bookRefusals(parameters, [{ job, meter }], { hash })
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error
    await indexer.reread(meter.meterId)
    await bookRefusals(parameters, [{ job, meter }], { hash, isReread: true })
  }
}

async function bookRefusals(
  parameters: OperatorWorkerParameters,
  jobs: readonly MeterJob[],
  { hash, isReread = false }: { hash: Hex | ''; isReread?: boolean },
): Promise<void> {
  const refused = jobs.map(({ job }) => job)
  await stepJobs(parameters, refused, ({ id: jobId }) => ({ type: 'refused', jobId, hash, isReread }))
}
