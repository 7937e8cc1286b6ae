import { knownChain } from '@per-second/protocol/chains'
import type { Chain } from '@per-second/protocol/types'

/**
 * The chain as it is shown: one we know bears our name for it and leads to our block explorer. The service's could say that real
 * money is a test network's, or send whoever looks up an address to a page that says what it likes.
 */
export function trustedChain(chain: Chain): Chain {
  const known = knownChain(chain.chain_id)
  return known ? { ...chain, name: known.name, block_explorer_url: known.blockExplorerUrl } : chain
}
