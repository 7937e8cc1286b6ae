import { render } from 'lit'
import { afterEach, expect, test } from 'vitest'
import { checkout, choosing } from '../../test/machine-states.ts'
import { speechOf } from '../text/language.ts'
import { loadText } from '../text/load-text.ts'
import { problemText } from './problem-text.ts'
import { stopTemplate } from './stops.ts'
import type { View } from './view.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/139.0 Mobile Safari/537.36'

afterEach(() => {
  for (const name of ['userAgent', 'maxTouchPoints']) Reflect.deleteProperty(navigator, name)
})

/** The stop of a browser without a wallet, on a page with this address. */
async function drawnAt(pageHref: string, userAgent: string, copied: string[] = []): Promise<HTMLElement> {
  for (const [name, value] of Object.entries({ userAgent, maxTouchPoints: 5 }))
    Object.defineProperty(navigator, name, { configurable: true, value })
  const text = await loadText(speechOf('en'))
  const view = {
    state: choosing(checkout()),
    found: [],
    text,
    pageHref,
    copied: null,
    describe: problem => problemText(problem, null, text),
    copy: value => void copied.push(value),
    code: () => null,
  } as Partial<View> as View
  const place = document.createElement('div')
  render(stopTemplate(view, checkout()), place)
  return place
}

const linksOf = (place: HTMLElement) =>
  [...place.querySelectorAll('a')].map(link => [link.querySelector('strong')?.textContent, link.href])

test('default: a phone opens the page in one of four wallets, by their own schemes, or copies its address', async () => {
  const copied: string[] = []
  const place = await drawnAt('https://shop.example/pay?session=cs_1', ANDROID, copied)
  expect(linksOf(place)).toEqual([
    ['MetaMask', 'metamask://dapp/shop.example/pay?session=cs_1'],
    ['Coinbase Wallet', 'cbwallet://dapp?url=https%3A%2F%2Fshop.example%2Fpay%3Fsession%3Dcs_1'],
    ['Rainbow', 'rainbow://dapp?url=https%3A%2F%2Fshop.example%2Fpay%3Fsession%3Dcs_1'],
    ['Trust Wallet', 'trust://open_url?coin_id=60&url=https%3A%2F%2Fshop.example%2Fpay%3Fsession%3Dcs_1'],
  ])
  expect(place.querySelector('a')?.textContent).toBe('MOpen in MetaMask')
  expect(place.textContent).not.toContain('Scan this')
  place.querySelector('button')?.click()
  expect(copied).toEqual(['https://shop.example/pay?session=cs_1'])
})

test('behaviour: a desktop with a touch screen has the way to a phone instead', async () => {
  const place = await drawnAt('https://shop.example/pay', 'Mozilla/5.0 (Windows NT 10.0) Chrome/139.0')
  expect(linksOf(place)).toEqual([])
  expect(place.textContent).toContain('Scan this with the wallet app. This page opens there.')
})
