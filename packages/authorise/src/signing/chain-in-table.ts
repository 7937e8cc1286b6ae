import { knownChain } from '@per-second/protocol/chains'
import type { ChainToUse } from '../wallet/wallet.ts'

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
