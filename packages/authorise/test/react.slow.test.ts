import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launch, type Site, serve } from './site.ts'

const require = createRequire(import.meta.url)
const COMPONENT = join(import.meta.dirname, '../src/react.ts')

/** A shop's page: hydrates the server's output, then renders again with other handlers and objects. */
const APP = `
import { createElement, StrictMode, useState } from 'react'
import { BillingAuthorise } from ${JSON.stringify(COMPONENT)}

const NAMES = ['onReady', 'onChange', 'onSignedIn', 'onComplete', 'onCancel', 'onError', 'onMeter', 'onPhase']
export const told = []
export const elements = []
export const config = {}
export const page = { draw: () => undefined }

function Checkout() {
  const [round, draw] = useState(1)
  page.draw = draw
  const handlers = Object.fromEntries(NAMES.map(name => [name, event => told.push(round + ' ' + name + ' ' + event.type)]))
  return createElement(BillingAuthorise, {
    session: 'cs_1',
    baseUrl: 'https://billing.example',
    chainId: 143,
    locale: null,
    className: 'checkout',
    style: { minHeight: 300 },
    'data-round': round,
    ref: element => elements.push(element),
    wagmiConfig: round < 3 ? config : undefined,
    appearance: { theme: round < 3 ? 'night' : 'flat' },
    ...(round < 4 && handlers),
  }, createElement('p', { slot: 'fund' }, 'Buy some'))
}

export const app = () => createElement(StrictMode, null, createElement(Checkout))
`

const SERVER = `
import { renderToString } from 'react-dom/server'
import { app } from './app.js'
export const html = () => renderToString(app())
`

/** The service never responds, so the element stays in its loading phase. */
const BEFORE = 'globalThis.fetch = () => new Promise(() => undefined)'

const CLIENT = `
import './before.js'
import { hydrateRoot } from 'react-dom/client'
import * as shop from './app.js'
globalThis.shop = shop
globalThis.served = document.querySelector('billing-authorise')
customElements.whenDefined('billing-authorise').then(async () => {
  await globalThis.served.updateComplete
  globalThis.root = hydrateRoot(document.getElementById('root'), shop.app())
})
`

/** The console output of the shop's pages, and their content. */
declare const shop: {
  told: string[]
  elements: (Element | null)[]
  config: object
  page: { draw(round: number): void }
}
declare const served: Element & { wagmiConfig: unknown; appearance: unknown }

describe.each([
  ['18.3.1', 'react-18', 'react-dom-18'],
  ['19.3.1', 'react', 'react-dom'],
])('React %s', (version, react, reactDom) => {
  let folder: string
  let site: Site
  let tab: Page
  let html: string
  let close: () => Promise<void>
  const complaints: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authorise-react-'))
    expect(require(`${react}/package.json`).version).toBe(version)
    const shared = {
      root: folder,
      configFile: false,
      logLevel: 'error',
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
    } as const
    const sources = { app: APP, server: SERVER, before: BEFORE, client: CLIENT }
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, `${name}.js`), text)
    const alias = [
      { find: /^react-dom(?=$|\/)/, replacement: dirname(require.resolve(`${reactDom}/package.json`)) },
      { find: /^react(?=$|\/)/, replacement: dirname(require.resolve(`${react}/package.json`)) },
    ]
    const output = (name: string) => ({ entryFileNames: `${name}.js` })
    await build({
      ...shared,
      resolve: { alias, conditions: ['@per-second/source', 'node'] },
      ssr: { noExternal: true, resolve: { conditions: ['@per-second/source', 'node'] } },
      build: {
        ssr: join(folder, 'server.js'),
        outDir: join(folder, 'out/server'),
        rolldownOptions: { output: output('server') },
      },
    })
    await build({
      ...shared,
      resolve: { alias, conditions: ['@per-second/source', 'module', 'browser'] },
      build: {
        outDir: join(folder, 'out/client'),
        modulePreload: false,
        minify: false,
        rolldownOptions: { input: join(folder, 'client.js'), output: output('client') },
      },
    })
    const error = vi.spyOn(console, 'error').mockImplementation((...said) => complaints.push(said.join(' ')))
    const server = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out/server/server.js')).href)
    html = server.html()
    error.mockRestore()
    const document = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root">${html}</div><script type="module" src="/client.js"></script></body></html>`
    site = await serve({ '/': document }, { '/': join(folder, 'out/client') }, 'frame-src none')
    const browser = await launch()
    close = () => browser.close()
    tab = await browser.newPage()
    tab.on('pageerror', thrown => complaints.push(thrown.message))
    tab.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await tab.goto(site.url)
    await tab.waitForFunction(() => 'shop' in globalThis && shop.elements.length > 0)
  }, 120_000)

  afterAll(async () => {
    await close?.()
    await site?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a server renders the bare tag with its attributes', () => {
    expect(html).toBe(
      '<billing-authorise session="cs_1" base-url="https://billing.example" chain-id="143" class="checkout" style="min-height:300px" data-round="1"><p slot="fund">Buy some</p></billing-authorise>',
    )
  })

  test('the same element is hydrated, with its objects and every handler, and rendered again with others', async () => {
    const first = await tab.evaluate(sendAll)
    expect(first).toEqual({
      isServed: true,
      hasConfig: true,
      appearance: { theme: 'night' },
      told: names.map((name, index) => `1 ${name} billing-authorise-${LAST[index]}`),
    })
    expect(await draw(2)).toMatchObject({
      told: names.map((name, index) => `2 ${name} billing-authorise-${LAST[index]}`),
    })
    expect(await draw(3)).toMatchObject({ hasConfig: false, appearance: { theme: 'flat' } })
    expect(await draw(4)).toMatchObject({ isServed: true, told: [] })
  })

  test('no console has any output', () => {
    expect(complaints).toEqual([])
  })

  async function draw(round: number) {
    await tab.evaluate(next => shop.page.draw(next), round)
    await tab.waitForSelector(`[data-round="${round}"]`)
    return tab.evaluate(sendAll)
  }
})

const LAST = ['ready', 'change', 'signed-in', 'complete', 'cancel', 'error', 'meter', 'phase']
const names = ['onReady', 'onChange', 'onSignedIn', 'onComplete', 'onCancel', 'onError', 'onMeter', 'onPhase']

/** In the page: dispatches every event once, and returns the results. */
function sendAll() {
  shop.told.length = 0
  for (const last of ['ready', 'change', 'signed-in', 'complete', 'cancel', 'error', 'meter', 'phase']) {
    served.dispatchEvent(new Event(`billing-authorise-${last}`))
  }
  return {
    isServed: shop.elements.every(element => element === null || element === served),
    hasConfig: served.wagmiConfig === shop.config,
    appearance: served.appearance,
    told: [...shop.told],
  }
}
