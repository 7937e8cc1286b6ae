import { KNOWN_CHAINS } from '@per-second/protocol/chains'

/** The block explorer of a chain, or null for a local or unknown chain. */
export function blockExplorer(chainId: number): string | null {
  return KNOWN_CHAINS.find(chain => chain.chainId === chainId)?.blockExplorerUrl ?? null
}

/** Where one transaction is. */
export function transactionUrl(explorer: string, hash: string): string {
  return `${explorer}/tx/${hash}`
}
