import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Subscription } from '../domain/entities.ts'

/**
 * Refuses to resume a paused meter whose payer has stopped it in an unconfirmed block. A pause that ended after the
 * stop would be taken from the seconds before it (docs/money.md, rule 21). Call it outside the unit of work.
 *
 * @throws {ApiError} `subscription_invalid_state`
 * @throws {ChainError}
 */
export async function refuseStopped(
  chain: Pick<Chain, 'meterState'>,
  { id, meterId, pausedAt, endedAt }: Subscription,
): Promise<void> {
  if (pausedAt === null || endedAt !== null) return
  const state = await chain.meterState(meterId)
  if (state.status === 'unknown' || state.stoppedAt === null) return
  throw new ApiError(
    'subscription_invalid_state',
    `The payer has stopped ${id} on chain: it ends when that block counts, and cannot be resumed.`,
  )
}
