import { afterEach, expect, test, vi } from 'vitest'
import { webUrl } from '../chains/web-url.ts'
import { pageOrigin, pageUrl } from './page-url.ts'

afterEach(() => vi.unstubAllGlobals())

function enter(href: string, origin: string): void {
  vi.stubGlobal('location', { href, origin: URL.parse(href)?.origin })
  vi.stubGlobal('window', { origin })
}

/** `origin`: as the page's own variable of this name has it, or the browser. */
test.each([
  ['https://shop.example/pay', 'https://shop.example', 'https://shop.example', 'https://shop.example/v1'],
  ['https://shop.example/pay', 'LAX', 'https://shop.example', 'https://shop.example/v1'],
  ['about:srcdoc', 'https://shop.example', 'https://shop.example', 'https://shop.example/v1'],
  ['about:srcdoc', 'null', 'null', undefined],
  ['file:///shop/index.html', 'null', 'null', undefined],
  ['capacitor://localhost/', 'capacitor://localhost', 'capacitor://localhost', undefined],
])('%s with the origin %s', (href, origin, shown, relative) => {
  enter(href, origin)
  const absolute = 'https://bill.example/v1'
  expect([pageOrigin(), webUrl('/v1', pageUrl())?.href, webUrl(absolute, pageUrl())?.href]).toEqual([
    shown,
    relative,
    absolute,
  ])
})
