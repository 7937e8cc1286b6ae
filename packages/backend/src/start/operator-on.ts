import type { Logger } from 'pino'
import type { Chain } from '../chain/chain.ts'
import { createSender } from '../chain/sender/sender.ts'
import type { Operator } from '../worker/chain-worker.ts'
import type { WorkDeps } from '../worker/work-deps.ts'

/** An operator on its real chain, with the one sender of it. */
export function operatorOn(chain: Chain, own: Omit<WorkDeps, 'policy'> & { log: Logger }): Operator {
  const { chain_id: chainId, operator } = chain.facts
  return { chain, sender: createSender({ ...own, chain, chainId, operator }) }
}
