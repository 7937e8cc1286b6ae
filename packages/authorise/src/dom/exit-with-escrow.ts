import type { Address, Chain } from '@per-second/protocol/types'

/** Where a meter is. */
export type ExitPlace = { escrow: Address; chainId: number }

/** The exit is one page for all services and networks: it is told which escrow to look in, and on which network. */
export function exitWithEscrow(exitHref: string, place: ExitPlace | null | undefined): string {
  return place ? `${exitHref.split('#')[0]}#escrow=${place.escrow}&chain=${place.chainId}` : exitHref
}

/** The escrow of a service's chain, or null before the chain is read. */
export function placeOn(chain: Pick<Chain, 'escrow' | 'chain_id'> | null | undefined): ExitPlace | null {
  return chain ? { escrow: chain.escrow, chainId: chain.chain_id } : null
}
