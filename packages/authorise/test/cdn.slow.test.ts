import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildCdn } from '../build/build-cdn.ts'
import { buildTestWallet } from '../build/build-test-wallet.ts'
import { renderSkeleton } from '../src/server.ts'
import { FakeService } from '../src/testing/fake-service.ts'
import type { FakeServiceOptions } from '../src/testing/fake-session.ts'
import { launch, type Site, STRICT_POLICY, serve } from './site.ts'

const CDN = mkdtempSync(join(tmpdir(), 'authorise-cdn-'))
const KIT = mkdtempSync(join(tmpdir(), 'authorise-kit-'))
const SESSION = 'cs_test_1'
const TAG = `<billing-authorise session="${SESSION}"></billing-authorise>`
const SCRIPT = '<script type="module" src="/cdn/billing-authorise.js"></script>'
const skeleton = renderSkeleton({ stylesheet: '/cdn/billing-authorise-skeleton.css' })

const PAGES: Record<string, string> = {
  '/plain': page(TAG),
  '/server': page(
    `<h1>Pay</h1><billing-authorise session="${SESSION}">${skeleton}</billing-authorise><p>After</p>`,
    '<link rel="stylesheet" href="/cdn/billing-authorise-skeleton.css"><script src="/kit/test-wallet.js"></script>',
  ),
  '/hostile': page(`<div class="hostile">${TAG}</div>`, '<link rel="stylesheet" href="/hostile.css">'),
  '/hostile.css': `
    html { font-size: 16px !important }
    * { all: unset !important; color: red !important; font-size: 40px !important; letter-spacing: 1em !important;
        text-transform: uppercase !important; line-height: 5 !important; cursor: none !important; }
    billing-authorise * { display: none !important }
    button, input, div, p { visibility: hidden !important; transform: scale(3) !important }
    .hostile { font: 40px cursive !important; text-align: right !important; white-space: pre !important; direction: ltr }
    .card, .primary, .figure { display: none !important }
    billing-authorise { display: block !important; visibility: visible !important }`,
  '/replaced': page(
    TAG.replace('>', ' redirect="none">'),
    '<script src="/kit/test-wallet.js"></script><script src="/replaced.js"></script>',
  ),
  // Copied from MooTools 1.4.5.
  '/replaced.js': 'Event = function (event) { this.event = event }',
  '/named': page(
    TAG.replace('>', ' redirect="none">'),
    '<script src="/kit/test-wallet.js"></script><script src="/named.js"></script><script src="/charts.js"></script>',
  ),
  '/named.js': "const crypto = ['BTC', 'ETH'], fetch = { retries: 3 }, navigator = { open: false }",
  '/charts.js': "var performance = { week: 4.2 }, origin = 'LAX', self = { name: 'shop' }",
  '/array': page(TAG, '<script src="/array.js"></script>'),
  '/array.js':
    "Array.from = item => item == null ? [] : typeof item === 'object' && 'length' in item ? [].slice.call(item) : [item]",
  '/frozen': page(TAG, '<script src="/frozen.js"></script>'),
  // Copied from lockdown() of SES.
  '/frozen.js': `
    for (const each of [Object, Function, Array, String, Number, Boolean, Symbol, Promise, Map, Set, WeakMap, Date, RegExp, Math, JSON])
      for (const frozen of [each.prototype ?? each, each]) Object.freeze(frozen)`,
  '/extended': page(
    TAG.replace('>', ' redirect="none">'),
    '<script src="/kit/test-wallet.js"></script><script src="/extended.js"></script>',
  ),
  '/extended.js': "Object.prototype.library = { version: '1.6' }",
  '/twice': page(
    `${TAG}<iframe src="/plain" title="frame"></iframe>`,
    '<script type="module" src="/cdn/billing-authorise.js?again"></script><script type="module" src="/other/billing-authorise.js"></script>',
  ),
}

let browser: Browser
let site: Site
let tab: Page
let service: FakeService
let requests: string[]
let complaints: string[]

beforeAll(async () => {
  await buildCdn(CDN)
  await buildTestWallet(KIT)
  browser = await launch()
  site = await serve(PAGES, { '/cdn/': CDN, '/other/': CDN, '/kit/': KIT })
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
  for (const folder of [CDN, KIT]) rmSync(folder, { recursive: true, force: true })
})

afterEach(async () => {
  await tab?.context().close()
})

function page(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}${SCRIPT}</head><body>${body}</body></html>`
}

/** A wallet that declines, or none. A page's own wallet takes its place. */
async function visit(
  path: string,
  options: FakeServiceOptions = {},
  { hasWallet = true } = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 } })
  if (hasWallet)
    await context.addInitScript(() => {
      const request = () => Promise.reject(Object.assign(new Error('declined'), { code: 4001 }))
      Object.assign(window, { ethereum: { request } })
    })
  service = new FakeService({ id: SESSION, ...options })
  requests = []
  complaints = []
  tab = await context.newPage()
  tab.on('request', request => requests.push(new URL(request.url()).pathname))
  tab.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  tab.on('pageerror', error => complaints.push(error.message))
  await tab.route('**/v1/client/**', async route => {
    const request = route.request()
    const answer = await service.fetch(request.url(), {
      method: request.method(),
      headers: request.headers(),
      body: request.postData(),
    })
    await route.fulfill({ status: answer.status, body: await answer.text(), contentType: 'application/json' })
  })
  await tab.goto(site.url + path)
  return tab
}

const amount = () => tab.locator('[part~="max-escrow"]')
const connect = () => tab.getByRole('button', { name: 'Connect wallet' })

/** Loads the page once more, where the later chunk never arrives. */
async function withoutLaterChunk(): Promise<void> {
  await tab.route('**/*-checkout-*', () => {})
  requests = []
  service.calls.length = 0
  await tab.reload()
}

async function intent(): Promise<void> {
  await tab.locator('billing-authorise').hover({ position: { x: 20, y: 20 } })
}

/** The layout shifts of this page so far that no input of a person explains. */
function shifts(): Promise<number[]> {
  return tab.evaluate(
    () =>
      new Promise<number[]>(resolve => {
        const observer = new PerformanceObserver(list =>
          resolve(list.getEntries().map(entry => (entry as unknown as { value: number }).value)),
        )
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve([]), 300))
      }),
  )
}

describe('first screen', () => {
  test('default: the entry, its imports, the language, one request: then the amount', async () => {
    await visit('/plain')
    await withoutLaterChunk()
    await expect.poll(() => amount().textContent()).toBe('$0.9972')
    const scripts = requests
      .filter(path => path.endsWith('.js') && !path.includes('-checkout-'))
      .map(path => path.replace(/-[\w-]{6}\.js$/, ''))
    expect(scripts.sort()).toEqual([
      '/cdn/billing-authorise-en',
      '/cdn/billing-authorise-first',
      '/cdn/billing-authorise.js',
    ])
    expect(service.paths()).toEqual([`GET /checkout/sessions/${SESSION}`])
    expect(requests.filter(path => !path.startsWith('/cdn/') && !path.startsWith('/v1/'))).toEqual(['/plain'])
    expect(complaints).toEqual([])
  })

  test('behaviour: another length waits for no further file', async () => {
    await visit('/plain')
    await withoutLaterChunk()
    await connect().waitFor()
    await tab.evaluate(() => {
      const root = document.querySelector('billing-authorise')?.shadowRoot
      root?.querySelectorAll<HTMLElement>('[part~="preset"]')[2]?.click()
    })
    await expect.poll(() => amount().textContent()).toBe('$23.9328')
  })

  test.each<[string, FakeServiceOptions, string]>([
    ['a fixed cap', { cap: 5_400 }, '$1.4958'],
    ['free of charge', { rate: '0' }, '$0.00'],
    ['a deposit that is rounded up', { rate: '0.00000000001' }, '$0.000000036'],
    ['a live session', { livemode: true, accent: '#ffd400' }, '$0.9972'],
  ])('behaviour: %s needs no other words', async (_name, options, shown) => {
    await visit('/plain', options)
    await expect.poll(() => amount().textContent()).toBe(shown)
    expect(await tab.locator('billing-authorise .card').textContent()).not.toContain('undefined')
    expect(complaints).toEqual([])
  })

  test.each([
    ['a service that cannot be reached', ['**/v1/client/**']],
    ['nor what the words for it come with', ['**/v1/client/**', '**/*-checkout-*']],
  ])('error: %s: that is told, with the way to ask again', async (_name, lost) => {
    await visit('/plain')
    for (const pattern of lost) await tab.route(pattern, route => route.abort())
    await tab.reload()
    await tab.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor()
    await tab.getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('behaviour: Details loads its content', async () => {
    await visit('/plain')
    await connect().waitFor()
    await tab.locator('summary').click()
    await tab.getByText('Local chain (31337)').waitFor()
  })

  test('behaviour: late chunks move nothing and take no focus', async () => {
    await visit('/plain')
    await connect().waitFor()
    const place = await connect().boundingBox()
    await tab.getByRole('spinbutton', { name: 'Duration' }).focus()
    await expect.poll(() => requests.some(path => path.includes('-checkout-'))).toBe(true)
    await expect.poll(() => service.paths().some(path => path.endsWith('/chain'))).toBe(true)
    expect(await connect().boundingBox()).toEqual(place)
    await tab.keyboard.type('2')
    await expect.poll(() => amount().textContent()).not.toBe('$0.9972')
  })
})

describe('without a wallet', () => {
  const panel = () => tab.getByRole('heading', { name: 'You need a wallet app that holds AUSD' })

  test('the first card says so, and nothing shifts', async () => {
    await visit('/plain', {}, { hasWallet: false })
    await panel().waitFor()
    await expect.poll(() => service.paths().some(path => path.endsWith('/chain'))).toBe(true)
    expect(await shifts()).toEqual([])
    expect(complaints).toEqual([])
  })

  test('the checkout’s chunk is complete: the panel waits for no module that only it names', async () => {
    await visit('/plain', {}, { hasWallet: false })
    await tab.route('**/*.js', route =>
      /authorise(-first|-en|-checkout)?(-[\w-]{6})?\.js$/.test(route.request().url())
        ? route.continue()
        : undefined,
    )
    await tab.reload()
    await panel().waitFor()
  })

  test('error: a card whose panel cannot be loaded says so', async () => {
    await visit('/plain', {}, { hasWallet: false })
    await tab.route('**/*-checkout-*', route => route.abort())
    await tab.reload()
    await tab.getByRole('alert').filter({ hasText: 'did not load' }).waitFor()
    await tab.unroute('**/*-checkout-*')
    await tab.getByRole('button', { name: 'Try again' }).click()
    await panel().waitFor()
  })
})

describe('a chunk that cannot be loaded', () => {
  test('behaviour: a click before it is there is not lost', async () => {
    await visit('/plain')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await tab.route('**/*-checkout-*', async route => {
      await held
      await route.continue()
    })
    await tab.reload()
    await connect().click()
    await tab.getByRole('button', { name: 'Preparing…' }).waitFor()
    release()
    await tab.getByRole('alert').filter({ hasText: 'Your wallet refused' }).waitFor()
  })

  test('error: is reported with Try again, which reloads the page, because browsers may cache the failure', async () => {
    await visit('/plain')
    await tab.route('**/*-checkout-*', route => route.abort())
    await tab.reload()
    await connect().click()
    await tab.getByRole('alert').filter({ hasText: 'did not load' }).waitFor()
    await tab.unroute('**/*-checkout-*')
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.waitForEvent('load')
    await connect().click()
    await tab.getByRole('alert').filter({ hasText: 'Your wallet refused' }).waitFor()
  })

  test('error: the wallet part, too', async () => {
    await visit('/plain')
    await connect().waitFor()
    await tab.route('**/*-wallet-*', route => route.abort())
    await connect().click()
    await tab.getByRole('alert').filter({ hasText: 'did not load' }).waitFor()
    await tab.unroute('**/*-wallet-*')
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.waitForEvent('load')
    await connect().click()
    await tab.getByRole('alert').filter({ hasText: 'Your wallet refused' }).waitFor()
  })
})

describe('on any page', () => {
  test('server rendered: the skeleton is there without script, and nothing shifts', async () => {
    await visit('/server', { name: 'A100', accent: '#ffd400' })
    await connect().waitFor()
    await expect.poll(() => amount().textContent()).toBe('$0.9972')
    await intent()
    await expect.poll(() => requests.some(path => path.includes('-checkout-'))).toBe(true)
    expect(await shifts()).toEqual([])
    expect(
      await tab.locator('billing-authorise').evaluate(({ shadowRoot }) => shadowRoot?.childElementCount),
    ).toBe(1)
    expect(complaints).toEqual([])
  })

  test('server rendered: without script the skeleton stands alone, in the height it will have', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 800, height: 900 },
    })
    tab = await context.newPage()
    await tab.goto(`${site.url}/server`)
    const height = await tab.locator('billing-authorise').evaluate(({ clientHeight }) => clientHeight)
    await tab.context().close()
    await visit('/server')
    await expect.poll(() => amount().textContent()).toBe('$0.9972')
    expect(await tab.locator('billing-authorise').evaluate(({ clientHeight }) => clientHeight)).toBe(height)
  })

  test('hostile styles of the page change nothing inside', async () => {
    const look = () =>
      tab.locator('billing-authorise').evaluate(({ shadowRoot }) =>
        ['.card', '.primary', '.figure', '.note', 'input', '.preset'].map(selector => {
          const style = getComputedStyle(shadowRoot?.querySelector(selector) as Element)
          const {
            display,
            color,
            fontSize,
            letterSpacing,
            lineHeight,
            textTransform,
            textAlign,
            visibility,
          } = style
          const { whiteSpace, fontFamily, transform } = style
          return {
            display,
            color,
            fontSize,
            letterSpacing,
            lineHeight,
            textTransform,
            textAlign,
            visibility,
            whiteSpace,
            fontFamily,
            transform,
          }
        }),
      )
    await visit('/plain')
    await connect().waitFor()
    const before = await look()
    await tab.context().close()
    await visit('/hostile')
    await connect().waitFor()
    expect(await look()).toEqual(before)
  })

  test.each([
    ['replaces Event', '/replaced'],
    ['adds to Object.prototype', '/extended'],
    ['has variables with the names of browser APIs', '/named'],
  ])('a page script that %s: the flow completes', async (_name, path) => {
    await visit(path)
    await connect().click()
    await tab.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await tab.getByRole('button', { name: 'Authorise $0.9972' }).click()
    await tab.getByText('Running').waitFor()
    expect(complaints).toEqual([])
  })

  test.each(['/frozen', '/array'])('%s built-ins: the tag is defined, and shows the amount', async path => {
    await visit(path)
    await expect.poll(() => amount().textContent()).toBe('$0.9972')
    expect(complaints).toEqual([])
  })

  test('loaded three times from two addresses, in a frame and in another shadow root', async () => {
    // Two copies of Lit request the same policy name. One copy that is loaded often requests it once.
    const policy = STRICT_POLICY.replace(
      'trusted-types lit-html',
      "trusted-types lit-html 'allow-duplicates'",
    )
    const shop = await serve(PAGES, { '/cdn/': CDN, '/other/': CDN }, policy)
    await visit('/plain')
    await tab.goto(`${shop.url}/twice`)
    await connect().waitFor()
    await tab.frameLocator('iframe').getByRole('button', { name: 'Connect wallet' }).waitFor()
    await tab.evaluate(session => {
      const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
      const inner = document.createElement('billing-authorise')
      inner.setAttribute('session', session)
      root.append(inner)
    }, SESSION)
    await expect.poll(() => connect().count()).toBe(2)
    expect(complaints).toEqual([])
    await shop.close()
  })
})

describe('integrity', () => {
  const hashes: Record<string, string> = {}
  beforeAll(() => {
    Object.assign(hashes, JSON.parse(readFileSync(join(CDN, 'sri.json'), 'utf8')))
  })

  test('every file is listed with its hash', () => {
    const files = readdirSync(CDN).filter(name => name !== 'sri.json')
    const own = files.map(name => [
      name,
      `sha384-${createHash('sha384')
        .update(readFileSync(join(CDN, name)))
        .digest('base64')}`,
    ])
    expect(hashes).toEqual(Object.fromEntries(own))
  })

  test('a browser holds every file to it, with an import map', async () => {
    const map = JSON.stringify({
      integrity: Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [`/cdn/${name}`, hash])),
    })
    const hash = createHash('sha256').update(map).digest('base64')
    const policy = `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src data:; connect-src 'self'`
    const script = `<script type="module" src="/cdn/billing-authorise.js" integrity="${hashes['billing-authorise.js']}"></script>`
    const shop = await serve(
      {
        '/': `<!doctype html><html lang="en"><head><script type="importmap">${map}</script>${script}</head><body>${TAG}</body></html>`,
      },
      { '/cdn/': CDN },
      policy,
    )
    try {
      await visit('/plain')
      await tab.route('**/*-checkout-*', async route => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: `${await answer.text()}\n//` })
      })
      await tab.goto(shop.url)
      await connect().click()
      await tab.getByRole('alert').filter({ hasText: 'did not load' }).waitFor()
    } finally {
      await shop.close()
    }
  })
})
