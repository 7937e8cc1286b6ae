import type { Address } from './types.ts'

/** The facts that the project knows about a chain, so that the element need not believe a server about them. */
export type KnownChain = {
  chainId: number
  /** `main` where money is real: no test session is accepted there. */
  network: 'main' | 'test'
  name: string
  rpcUrl: string
  blockExplorerUrl: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Agora's AUSD on a main network, this project's test AUSD on a test network. */
  token: Address
}

/** AUSD has one address on every chain it was deployed to. */
export const AUSD_ADDRESS: Address = '0x00000000eFE302BEAA2b3e6e1b18d08D69a9012a'

/** The test AUSD has one address on every chain too: CREATE2 puts it there. It is worth nothing anywhere. */
export const TEST_AUSD_ADDRESS: Address = '0x1503CeBcCD29bf2f1A9a8a839833F24a6c1C1687'

/** The chain id of the embedded chain, where the test AUSD lives. */
export const EMBEDDED_CHAIN_ID = 31_337

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Chains this project may settle in. Anything else is refused unless the page names it. */
export const KNOWN_CHAINS: readonly Omit<KnownChain, 'token'>[] = [
  {
    chainId: 1,
    network: 'main',
    name: 'Ethereum',
    rpcUrl: 'https://ethereum.reth.rs/rpc',
    blockExplorerUrl: 'https://etherscan.io',
    nativeCurrency: ETHER,
  },
  {
    chainId: 143,
    network: 'main',
    name: 'Monad',
    rpcUrl: 'https://rpc.monad.xyz',
    blockExplorerUrl: 'https://monadvision.com',
    nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
  },
  {
    chainId: 5000,
    network: 'main',
    name: 'Mantle',
    rpcUrl: 'https://rpc.mantle.xyz',
    blockExplorerUrl: 'https://mantlescan.xyz',
    nativeCurrency: { name: 'Mantle', symbol: 'MNT', decimals: 18 },
  },
  {
    chainId: 43_114,
    network: 'main',
    name: 'Avalanche',
    rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
    blockExplorerUrl: 'https://snowtrace.io',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  },
  {
    chainId: 11_155_111,
    network: 'test',
    name: 'Sepolia',
    rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
    blockExplorerUrl: 'https://sepolia.etherscan.io',
    nativeCurrency: ETHER,
  },
  {
    chainId: 84_532,
    network: 'test',
    name: 'Base Sepolia',
    rpcUrl: 'https://sepolia.base.org',
    blockExplorerUrl: 'https://sepolia.basescan.org',
    nativeCurrency: ETHER,
  },
  {
    chainId: 11_155_420,
    network: 'test',
    name: 'OP Sepolia',
    rpcUrl: 'https://sepolia.optimism.io',
    blockExplorerUrl: 'https://optimism-sepolia.blockscout.com',
    nativeCurrency: ETHER,
  },
  {
    chainId: 421_614,
    network: 'test',
    name: 'Arbitrum Sepolia',
    rpcUrl: 'https://sepolia-rollup.arbitrum.io/rpc',
    blockExplorerUrl: 'https://sepolia.arbiscan.io',
    nativeCurrency: ETHER,
  },
  {
    chainId: 80_002,
    network: 'test',
    name: 'Polygon Amoy',
    rpcUrl: 'https://polygon-amoy.drpc.org',
    blockExplorerUrl: 'https://amoy.polygonscan.com',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  },
  {
    chainId: 43_113,
    network: 'test',
    name: 'Avalanche Fuji',
    rpcUrl: 'https://api.avax-test.network/ext/bc/C/rpc',
    blockExplorerUrl: 'https://testnet.snowtrace.io',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  },
  {
    chainId: 97,
    network: 'test',
    name: 'BNB Smart Chain Testnet',
    rpcUrl: 'https://bsc-testnet-rpc.publicnode.com',
    blockExplorerUrl: 'https://testnet.bscscan.com',
    nativeCurrency: { name: 'BNB', symbol: 'tBNB', decimals: 18 },
  },
  {
    chainId: 10_143,
    network: 'test',
    name: 'Monad Testnet',
    rpcUrl: 'https://testnet-rpc.monad.xyz',
    blockExplorerUrl: 'https://testnet.monadexplorer.com',
    nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
  },
  {
    chainId: 5003,
    network: 'test',
    name: 'Mantle Sepolia',
    rpcUrl: 'https://rpc.sepolia.mantle.xyz',
    blockExplorerUrl: 'https://sepolia.mantlescan.xyz',
    nativeCurrency: { name: 'Mantle', symbol: 'MNT', decimals: 18 },
  },
]

/** The table's entry for a chain, or `null` for one the project knows nothing about. */
export function knownChain(chainId: number): KnownChain | null {
  const chain = KNOWN_CHAINS.find(chain => chain.chainId === chainId)
  if (chain === undefined) return null
  return { ...chain, token: chain.network === 'main' ? AUSD_ADDRESS : TEST_AUSD_ADDRESS }
}
