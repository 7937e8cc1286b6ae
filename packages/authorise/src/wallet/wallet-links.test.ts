import { describe, expect, test } from 'vitest'
import { walletLinks } from './wallet-links.ts'

const ANDROID = {
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36',
  maxTouchPoints: 5,
}
const IPHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile',
  maxTouchPoints: 5,
}
const MAC = {
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  maxTouchPoints: 0,
}
const WINDOWS = { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/139.0', maxTouchPoints: 10 }

const PAGE = 'https://shop.example/pay?session=cs_1&back=%2Fcart#plan'
const ENCODED = 'https%3A%2F%2Fshop.example%2Fpay%3Fsession%3Dcs_1%26back%3D%252Fcart%23plan'

describe('walletLinks', () => {
  test('default: every wallet’s own way to open this very page', () => {
    expect(walletLinks(PAGE, ANDROID)).toEqual([
      { name: 'MetaMask', href: 'metamask://dapp/shop.example/pay?session=cs_1&back=%2Fcart#plan' },
      { name: 'Coinbase Wallet', href: `cbwallet://dapp?url=${ENCODED}` },
      { name: 'Rainbow', href: `rainbow://dapp?url=${ENCODED}` },
      { name: 'Trust Wallet', href: `trust://open_url?coin_id=60&url=${ENCODED}` },
    ])
  })

  test.each([
    ['an iPhone', IPHONE],
    ['a tablet that calls itself a Mac', { ...MAC, maxTouchPoints: 5 }],
  ])('behaviour: without the wallet that has no browser on %s', (_, device) => {
    expect(walletLinks(PAGE, device).map(({ name }) => name)).toEqual([
      'MetaMask',
      'Coinbase Wallet',
      'Rainbow',
    ])
  })

  test.each([
    ['a desktop', PAGE, MAC],
    ['a desktop with a touch screen', PAGE, WINDOWS],
    ['a page without https', 'http://shop.example/pay', ANDROID],
    ['a file', 'file:///sdcard/page.html', ANDROID],
    ['no address', 'about:srcdoc', ANDROID],
  ])('behaviour: none on %s', (_, page, device) => {
    expect(walletLinks(page, device)).toEqual([])
  })

  test('behaviour: the link keeps the port of the page’s address and drops a password', () => {
    const [metamask, coinbase] = walletLinks('https://user:secret@shop.example:8443/', ANDROID)
    expect([metamask?.href, coinbase?.href]).toEqual([
      'metamask://dapp/shop.example:8443/',
      'cbwallet://dapp?url=https%3A%2F%2Fshop.example%3A8443%2F',
    ])
  })
})
