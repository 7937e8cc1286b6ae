import { openingRefused } from '../actions/opening-refused.ts'
import type { SimulationFailure } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { isAnnounced } from '../domain/meter/clock.ts'
import type { MeterJob } from './group-jobs.ts'
import type { OperatorWorkerParameters } from './operator-worker.ts'

/**
 * Failures that only the payer brings about, after an acceptance to which the chain had no objection. Which wallets are deployed is the
 * operator's choice: a retiring key deploys none.
 */
const BY_PAYER: ReadonlySet<SimulationFailure | 'lost'> = new Set([
  'signature_invalid',
  'insufficient_funds',
  'wallet_undeployable',
])

type RefusedOpening = {
  /** For a sent opening `reverted_on_chain`, or `lost` when it is too late for every block to come and in no confirmed one. */
  failure: Exclude<SimulationFailure, 'already_open'> | 'reverted_on_chain' | 'lost'
  /**
   * For an opening that reverted on chain: why it would revert again, or null when it would not, as with a contract that
   * changes its mind.
   */
  cause?: SimulationFailure | null
}

/**
 * Books that the escrow would not open a meter, and frees the session. An announced meter is tried again instead, or is
 * lost when it is too late (docs/money.md, rule 38).
 */
export async function refuseOpening(
  { stepJobs }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
  { failure, cause = null }: RefusedOpening,
): Promise<void> {
  const isLate = failure === 'too_late' || failure === 'lost'
  const wasSent = failure === 'reverted_on_chain' || failure === 'lost'
  const reason = failure === 'reverted_on_chain' ? cause : failure
  const byPayer = reason === null || BY_PAYER.has(reason)
  const code = wasSent ? 'chain_unavailable' : openingRefused(failure, meter.terms).code
  await stepJobs([job], ({ id: jobId }, subscription) => {
    if (!isAnnounced(subscription)) return { type: 'openingFailed', jobId, code, byPayer }
    return { type: isLate ? 'openingLost' : 'postponed', jobId }
  })
}

/**
 * The escrow knows the meter already, by any transaction: its opening is read from the log.
 *
 * @throws ChainError `rejected` while its block is not confirmed: no event may be announced yet
 */
export async function adoptOpening(
  { storage, indexer }: OperatorWorkerParameters,
  { job, meter }: MeterJob,
): Promise<void> {
  await indexer.poll()
  await indexer.reread(meter.meterId)
  const now = await storage.read(tx => tx.jobs.get(job.id))
  if (now?.status === 'pending')
    throw new ChainError('rejected', 'the opening is not in a confirmed block yet')
}
