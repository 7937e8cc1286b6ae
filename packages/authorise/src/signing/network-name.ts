import { knownChain } from '@per-second/protocol/chains'
import type { Chain } from '@per-second/protocol/types'

/** A chain we know bears our name for it: the service's could say that real money is a test network's. */
export function networkName(chain: Pick<Chain, 'chain_id' | 'name'>): string {
  return knownChain(chain.chain_id)?.name ?? chain.name
}
