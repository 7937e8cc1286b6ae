import { bookFailedOpening } from '../actions/booking/book-failed-opening.ts'
import { bookLostOpening, retryOpening } from '../actions/booking/book-lost-opening.ts'
import { isAnnounced } from '../actions/booking/book-opening.ts'
import { openingRefused } from '../actions/opening-refused.ts'
import type { SimulationFailure } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import type { MeterJob } from './group-jobs.ts'
import { onPending } from './on-pending.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/**
 * Books that the escrow would not open a meter: the session is free again; but one that was announced already is tried again, or lost
 * when it is too late.
 *
 * @param failure why, or `reverted_on_chain` when it was sent
 * @returns the jobs that have come to an end
 */
export async function refuseOpening(
  parameters: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  failure: Exclude<SimulationFailure, 'already_open'> | 'reverted_on_chain',
): Promise<string[]> {
  const ended = [job.id]
  // It was accepted because the chain had nothing against it a moment ago.
  const byPayer = failure !== 'too_late' && failure !== 'token_paused'
  const code =
    failure === 'reverted_on_chain' ? 'chain_unavailable' : openingRefused(failure, meter.terms).code
  await onPending(parameters, [job], async (operation, current) => {
    const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
    if (!subscription || !isAnnounced(subscription))
      await bookFailedOpening(operation, current, { code, byPayer })
    else if (failure === 'too_late') ended.push(...(await bookLostOpening(operation, current, subscription)))
    else await retryOpening(operation, current)
  })
  return ended
}

/** Books an opening that is too late for every block to come, and in none of those that count (docs/money.md, rule 38). */
export async function loseOpening(
  parameters: OperatorWorkerParameters,
  { job }: MeterJob,
): Promise<string[]> {
  const ended = [job.id]
  await onPending(parameters, [job], async (operation, current) => {
    const subscription = await operation.tx.subscriptions.get(current.subscriptionId)
    if (subscription && isAnnounced(subscription))
      ended.push(...(await bookLostOpening(operation, current, subscription)))
    else await bookFailedOpening(operation, current, { code: 'chain_unavailable', byPayer: false })
  })
  return ended
}

/**
 * The escrow knows the meter already, by whatever transaction: its opening is read from the log.
 *
 * @throws ChainError `rejected` while its block does not count: nothing may be announced yet
 */
export async function adoptOpening(
  { storage, indexer }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
): Promise<void> {
  await indexer.look()
  await indexer.reread(meter.meterId)
  const now = await storage.read(tx => tx.jobs.get(job.id))
  if (now?.status === 'pending')
    throw new ChainError('rejected', 'the opening is not in a block that counts yet')
}
