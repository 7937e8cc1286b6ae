import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { build } from 'vite'
import type * as Testing from '../../authorise/src/testing/index.ts'
import { serve } from '../../authorise/test/site.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
<script type="module" src="/cdn/billing-authorise.js"></script><body></body>`

/** How often a wallet prompted somebody on the way from the first screen to a running meter. */
export type WalletPrompts = { unconnected: number; connected: number }

/** Goes the whole way with the built element, once with a new wallet and once with one that the page is connected to already. */
export async function countWalletPrompts(browser: Browser, cdn: string): Promise<WalletPrompts> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-testing-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
    build: {
      outDir: folder,
      target: 'es2022',
      lib: {
        entry: { testing: join(ROOT, 'packages/authorise/src/testing/index.ts') },
        formats: ['es'],
      },
    },
  })
  const site = await serve({ '/': PAGE }, { '/cdn/': cdn, '/testing/': folder })
  const promptsOf = async (isConnected: boolean) => {
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.evaluate(begin, isConnected)
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^Authorise/ }).click()
    await page.locator('billing-authorise:state(meter-running)').waitFor()
    const count = await page.evaluate(() => window.walletPrompts?.() ?? Number.NaN)
    await page.close()
    return count
  }
  try {
    return { unconnected: await promptsOf(false), connected: await promptsOf(true) }
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare global {
  interface Window {
    /** How many prompts there were since the checkout began. */
    walletPrompts?: () => number
  }
}

/** In the page: a checkout with its service and its wallet, and the element on it. */
async function begin(isConnected: boolean): Promise<void> {
  const address = '/testing/testing.js'
  const { startTestCheckout }: typeof Testing = await import(address)
  const checkout = startTestCheckout()
  const { provider, controls } = checkout.wallet
  if (isConnected) await provider.request({ method: 'eth_requestAccounts' })
  const before = controls.prompts.length
  window.walletPrompts = () => controls.prompts.length - before
  const element = document.body.appendChild(document.createElement('billing-authorise'))
  for (const [name, value] of Object.entries({
    session: checkout.session,
    'base-url': checkout.baseUrl,
    redirect: 'none',
  }))
    element.setAttribute(name, value)
}
