import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { createSender } from '../chain/sender/sender.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import type { Storage } from '../storage/storage.ts'
import type { Operator } from '../worker/chain-worker.ts'

/** An operator on its real chain, with the one sender of it. */
export function operatorOn(
  chain: Chain,
  options: ChainOptions | null,
  own: { storage: Storage; newId: (prefix: IdPrefix) => string; clock: Clock; log: Logger },
): Operator {
  const { chain_id: chainId, operator } = chain.facts
  const replaceAfterMillis = (options?.replaceAfter ?? 0) * 1_000
  return { chain, sender: createSender({ ...own, chain, chainId, operator, replaceAfterMillis }) }
}
