/** A universal link that opens this page in a wallet's own browser. */
export type WalletLink = { name: string; href: string }

/** What tells a phone or a tablet; `navigator` has both. */
export type Device = { userAgent: string; maxTouchPoints: number }

/**
 * Where a phone without a wallet can go on: links that open the page in the browsers of common wallets, and lead to the wallet's store
 * page where it is not installed. None where they would lead nowhere: on a desktop, and from a page without https.
 *
 * Sources: docs.metamask.io (deep links), docs.cdp.coinbase.com (mobile dapp browser), developer.trustwallet.com (deep linking).
 */
export function walletLinks(pageUrl: string, { userAgent, maxTouchPoints }: Device): WalletLink[] {
  const url = URL.parse(pageUrl)
  const isAndroid = /Android/.test(userAgent)
  // A tablet of Apple's calls itself a Macintosh, which has no touch.
  const isApple = /iPhone|iPad|iPod|Macintosh/.test(userAgent)
  if (url?.protocol !== 'https:' || maxTouchPoints < 1 || !(isAndroid || isApple)) return []
  url.username = ''
  url.password = ''
  const encoded = encodeURIComponent(url.href)
  const links = [
    { name: 'MetaMask', href: `https://metamask.app.link/dapp/${url.href.slice('https://'.length)}` },
    { name: 'Coinbase Wallet', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
  ]
  // Trust has no browser on Apple's devices.
  if (isAndroid)
    links.push({
      name: 'Trust Wallet',
      href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    })
  return links
}
