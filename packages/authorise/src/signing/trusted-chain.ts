import type { Chain } from '@per-second/protocol/types'
import { chainInTable } from '../chains/chain-in-table.ts'

/**
 * The chain for the screen: a known one bears our name for it and leads to our block explorer. The service's name could
 * call real money a test network's. Its explorer could lead to a page with false content.
 */
export function trustedChain(chain: Chain): Chain {
  return { ...chain, ...chainInTable(chain.chain_id) }
}
