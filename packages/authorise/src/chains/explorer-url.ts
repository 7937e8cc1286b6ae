import type { Chain } from '@per-second/protocol/types'

/** The page of an address or a transaction on a block explorer. Null if the chain has none on the web. */
export function explorerUrl(
  chain: Pick<Chain, 'block_explorer_url'> | null,
  kind: 'address' | 'tx',
  value: string,
): string | null {
  const url = chain?.block_explorer_url ? URL.parse(`${chain.block_explorer_url}/`) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return URL.parse(`${kind}/${encodeURIComponent(value)}`, url)?.href ?? null
}
