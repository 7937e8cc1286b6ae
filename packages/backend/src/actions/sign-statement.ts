import { termsToWire } from '@per-second/protocol/terms'
import { toUnixMillis, type UnixMillis } from '@per-second/protocol/time'
import type { Statement } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Subscription } from '../domain/entities.ts'
import { elapsedSeconds } from '../domain/meter/clock.ts'

/**
 * The operator's signed statement of a meter's seconds, with which any account can have the merchant paid
 * (docs/money.md, rule 70). It never states more than is due. It covers no time after a stop on the chain, or
 * after the newest confirmed block, because a stop in a later block is not earlier.
 *
 * @param chain the chain by the meter's own operator, or null where this service has lost that key
 * @throws {ApiError} `subscription_invalid_state` for a meter that never opened or that the escrow has closed, or
 * `chain_unavailable`
 */
export async function signStatement(
  chain: Chain | null,
  subscription: Subscription,
  now: UnixMillis,
): Promise<Statement> {
  const { id, status, meterId, terms } = subscription
  if (status === 'incomplete' || status === 'incomplete_expired')
    throw new ApiError('subscription_invalid_state', `${id} is ${status}: it has no seconds to confirm yet.`)
  if (chain === null) throw unavailable('This service lacks the key of the meter’s operator.')
  // In this order: a stop that comes between the two is not before the block.
  const head = await chain.head()
  const state = await chain.meterState(meterId)
  if (state.status === 'closed')
    throw new ApiError(
      'subscription_invalid_state',
      `The escrow has closed ${id} and paid all its seconds. No statement is needed.`,
    )
  if (state.status === 'unknown') throw unavailable('The network does not show this meter yet.')
  const { chain_id, escrow } = chain.facts
  const stopped = state.stoppedAt === null ? Number.POSITIVE_INFINITY : toUnixMillis(state.stoppedAt)
  const toSecond = elapsedSeconds(subscription, Math.min(now, toUnixMillis(head.timestamp), stopped))
  return {
    object: 'statement',
    meter: meterId,
    to_second: toSecond,
    signature: await chain.signStatement(meterId, toSecond),
    escrow,
    chain_id,
    terms: termsToWire(terms),
  }
}

function unavailable(why: string): ApiError {
  return new ApiError('chain_unavailable', `${why} Try again shortly.`)
}
