import type { UnixSeconds } from '@per-second/protocol/time'
import type { Hex } from '@per-second/protocol/types'
import type { Chain } from '../chain/chain.ts'
import { ChainError } from '../chain/chain-error.ts'
import { newestPlace, type TrailPlace } from './block-trail.ts'

/** Blocks after the instant of an opening in which its event must be: several may share a timestamp. */
const BLOCKS_OF_AN_INSTANT = 100n

/**
 * An opening that the escrow knows; `hash` is null where its transaction cannot be told. `place` is its block, or where that cannot be
 * told a later one that vanishes with it; null on a chain whose blocks stay.
 */
export type KnownOpening = { hash: Hex | null; blockTimestamp: UnixSeconds; place: TrailPlace | null }

/**
 * Whether the escrow has opened a meter, by whatever transaction; null when it knows nothing of it.
 *
 * @throws ChainError `rejected` while its block does not count: nothing may be announced yet
 */
export async function findOpening(chain: Chain, digest: Hex): Promise<KnownOpening | null> {
  const state = await chain.meterState(digest)
  if (state.status === 'unknown') return null
  const blockTimestamp = state.openedAt
  if (!chain.history) return { hash: null, blockTimestamp, place: null }
  const first = await chain.history.firstBlockSince(blockTimestamp)
  const [last, newest] = [first + BLOCKS_OF_AN_INSTANT, await chain.history.newest()]
  const events = await chain.history.meterEvents(digest, first, last < newest ? last : newest)
  const opened = events.find(event => event.type === 'opened')
  if (!opened && (await chain.latestTimestamp()) <= blockTimestamp)
    throw new ChainError('rejected', 'the opening is not in a block that counts yet')
  return {
    hash: opened?.transactionHash ?? null,
    blockTimestamp,
    place: opened ?? (await newestPlace(chain)),
  }
}
