import type { Address } from './types.ts'

/** What the project knows about a chain by itself, so that no server needs to be believed about it. */
export type KnownChain = {
  chainId: number
  name: string
  rpcUrl: string
  blockExplorerUrl: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  token: Address
}

/** AUSD has one address on every chain it was deployed to (design, section 6). */
export const AUSD_ADDRESS: Address = '0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a'

/** The chain id of the embedded chain, where the test AUSD lives. */
export const EMBEDDED_CHAIN_ID = 31_337

/** Chains with an AUSD this project may settle in. Anything else is refused unless the page names it. */
export const KNOWN_CHAINS: readonly KnownChain[] = [
  {
    chainId: 1,
    name: 'Ethereum',
    rpcUrl: 'https://ethereum.reth.rs/rpc',
    blockExplorerUrl: 'https://etherscan.io',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    token: AUSD_ADDRESS,
  },
  {
    chainId: 143,
    name: 'Monad',
    rpcUrl: 'https://rpc.monad.xyz',
    blockExplorerUrl: 'https://monadvision.com',
    nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    token: AUSD_ADDRESS,
  },
  {
    chainId: 5000,
    name: 'Mantle',
    rpcUrl: 'https://rpc.mantle.xyz',
    blockExplorerUrl: 'https://mantlescan.xyz',
    nativeCurrency: { name: 'Mantle', symbol: 'MNT', decimals: 18 },
    token: AUSD_ADDRESS,
  },
  {
    chainId: 43_114,
    name: 'Avalanche',
    rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
    blockExplorerUrl: 'https://snowtrace.io',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    token: AUSD_ADDRESS,
  },
]

/** The table's entry for a chain, or `null` for one the project knows nothing about. */
export function knownChain(chainId: number): KnownChain | null {
  return KNOWN_CHAINS.find(chain => chain.chainId === chainId) ?? null
}
