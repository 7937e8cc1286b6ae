import { knownChain } from '@per-second/protocol/chains'
import type { Chain } from '@per-second/protocol/types'

/** What switching to a chain takes, or adding it. */
export type ChainToUse = Pick<
  Chain,
  'chain_id' | 'name' | 'rpc_urls' | 'native_currency' | 'block_explorer_url'
>

/** How a wallet reaches a chain that the project knows by itself, whatever a service says of it; null for any other. */
export function chainInTable(chainId: number): ChainToUse | null {
  const known = knownChain(chainId)
  return (
    known && {
      chain_id: chainId,
      name: known.name,
      rpc_urls: [known.rpcUrl],
      native_currency: known.nativeCurrency,
      block_explorer_url: known.blockExplorerUrl,
    }
  )
}
