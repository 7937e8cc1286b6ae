import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { createSender } from '../chain/sender/sender.ts'
import type { ChainOptions } from '../options/chain-options.ts'
import type { Operator } from '../worker/chain-worker.ts'
import type { WorkDeps } from '../worker/work-deps.ts'

/** An operator on its real chain, with the one sender of it. */
export function operatorOn(
  chain: Chain,
  options: ChainOptions | null,
  own: Omit<WorkDeps, 'policy'> & { log: Logger },
): Operator {
  const { chain_id: chainId, operator } = chain.facts
  const replaceAfterMillis = (options?.replaceAfter ?? 0) * 1_000
  return { chain, sender: createSender({ ...own, chain, chainId, operator, replaceAfterMillis }) }
}
