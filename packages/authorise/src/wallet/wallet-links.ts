import { parsedUrl } from '../chains/web-url.ts'

/** A link that opens this page in a wallet's own browser. */
export type WalletLink = { name: string; href: string }

/** The properties that identify a phone or tablet. `navigator` has both. */
export type Device = { userAgent: string; maxTouchPoints: number }

/**
 * Links for a phone without a wallet: the URL schemes of common wallets, which open the page in their browsers. A scheme stays on the
 * device, while an `https` link would send the page's address to its owner first. There are none on a desktop or a page without https,
 * where they would fail.
 */
export function walletLinks(pageUrl: string, { userAgent, maxTouchPoints }: Device): WalletLink[] {
  const url = parsedUrl(pageUrl)
  const isAndroid = /Android/.test(userAgent)
  // An iPad identifies itself as a Macintosh, which has no touch.
  const isApple = /iPhone|iPad|iPod|Macintosh/.test(userAgent)
  if (url?.protocol !== 'https:' || maxTouchPoints < 1 || !(isAndroid || isApple)) return []
  url.username = ''
  url.password = ''
  const encoded = encodeURIComponent(url.href)
  const links = [
    { name: 'MetaMask', href: `metamask://dapp/${url.href.slice('https://'.length)}` },
    { name: 'Coinbase Wallet', href: `cbwallet://dapp?url=${encoded}` },
    { name: 'Rainbow', href: `rainbow://dapp?url=${encoded}` },
  ]
  // Trust Wallet has no browser on Apple's devices.
  if (isAndroid) links.push({ name: 'Trust Wallet', href: `trust://open_url?coin_id=60&url=${encoded}` })
  return links
}
