import type { Chain } from '@per-second/protocol/types'

/** Where an address or a transaction can be looked up; null where the chain has no block explorer on the web. */
export function explorerUrl(
  chain: Pick<Chain, 'block_explorer_url'> | null,
  kind: 'address' | 'tx',
  value: string,
): string | null {
  const url = chain?.block_explorer_url ? URL.parse(`${chain.block_explorer_url}/`) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null
  return URL.parse(`${kind}/${encodeURIComponent(value)}`, url)?.href ?? null
}
