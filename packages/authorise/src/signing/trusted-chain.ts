import type { Chain } from '@per-second/protocol/types'
import { chainInTable } from '../chains/chain-in-table.ts'

/**
 * The chain as it is shown: one we know bears our name for it and leads to our block explorer. The service's could say that real
 * money is a test network's, or send whoever looks up an address to a page that says what it likes.
 */
export function trustedChain(chain: Chain): Chain {
  return { ...chain, ...chainInTable(chain.chain_id) }
}
