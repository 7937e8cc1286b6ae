import type { Hex } from '@per-second/protocol/types'
import { ChainError } from '../chain/chain-error.ts'
import type { ChainJob } from '../domain/entities.ts'
import { refuseCharge } from '../domain/ledger/refuse-charge.ts'
import type { Operation } from '../domain/operation.ts'
import type { LaneParameters } from './chain-lane.ts'
import type { MeterJob } from './group-jobs.ts'

/** A job was changed by somebody else between its reading and its commit. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** The log of a meter is not whole: nothing is booked until it was read again. */
class LogIncomplete extends Error {
  override readonly name = 'LogIncomplete'
}

/** Runs on the job as it is now, and not at all when it is not pending any more. */
export async function onPending(
  { storage, clock, newId }: Pick<LaneParameters, 'storage' | 'clock' | 'newId'>,
  job: ChainJob,
  work: (operation: Operation, current: ChainJob) => Promise<void>,
): Promise<void> {
  await storage.unitOfWork(async tx => {
    const current = await tx.jobs.get(job.id)
    if (current?.status === 'pending') await work({ tx, now: clock.now(), newId }, current)
  })
}

/**
 * Books that the chain refused a settlement or a closing; when the escrow has ended the meter meanwhile, there is nothing to refuse.
 *
 * @param hash the reverted transaction, or "" when it was refused before it was sent
 * @throws ChainError `rejected` while the end is in a block that does not count yet
 */
export async function refuseSettlement(
  parameters: LaneParameters,
  { job, meter }: MeterJob,
  hash: Hex | '',
): Promise<void> {
  const { storage, chain, indexer, config } = parameters
  const state = await chain.meterState(meter.digest)
  if (state.status === 'closed') {
    await indexer.reread(meter.digest)
    const now = await storage.read(tx => tx.jobs.get(job.id))
    if (now?.status !== 'pending') return
    throw new ChainError('rejected', 'the end of a meter is in a block that does not count yet')
  }
  const book = (isComplete: boolean) =>
    onPending(parameters, job, async (operation, current) => {
      const refused = { ...config, hash, isComplete }
      const fault = await refuseCharge(operation, current, refused)
      if (fault !== null && !isComplete) throw new LogIncomplete(fault)
    })
  try {
    await book(false)
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error
    await indexer.reread(meter.digest)
    await book(true)
  }
}
