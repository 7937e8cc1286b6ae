import { KNOWN_CHAINS } from '@per-second/protocol/chains'

/** Where transactions of a chain can be looked up; null for a local chain, or one that nobody knows. */
export function blockExplorer(chainId: number): string | null {
  return KNOWN_CHAINS.find(chain => chain.chainId === chainId)?.blockExplorerUrl ?? null
}

/** Where one transaction is. */
export function transactionUrl(explorer: string, hash: string): string {
  return `${explorer}/tx/${hash}`
}
