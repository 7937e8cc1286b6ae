import { knownChain } from '@per-second/protocol/chains'
import type { Chain } from '@per-second/protocol/types'

/** The chain data that a wallet needs for a switch or an addition. */
export type ChainToUse = Pick<
  Chain,
  'chain_id' | 'name' | 'rpc_urls' | 'native_currency' | 'block_explorer_url'
>

/** The project's own data of a known chain, which precedes the service's. Null for any other chain. */
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

/** A chain of which only the id is known. A wallet can only switch to it. */
export function unknownChain(chainId: number): ChainToUse {
  const native_currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return { chain_id: chainId, name: '', rpc_urls: [], native_currency, block_explorer_url: null }
}
