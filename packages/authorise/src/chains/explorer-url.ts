import type { Chain } from '@per-second/protocol/types'
import { webUrl } from './web-url.ts'

/** The page of an address or a transaction on a block explorer. Null if the chain has none on the web. */
export function explorerUrl(
  chain: Pick<Chain, 'block_explorer_url'> | null,
  kind: 'address' | 'tx',
  value: string,
): string | null {
  const url = chain?.block_explorer_url ? webUrl(`${chain.block_explorer_url}/`) : null
  return url && new URL(`${kind}/${encodeURIComponent(value)}`, url).href
}
