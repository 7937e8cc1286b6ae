import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { CHAIN, SESSION } from '../../authorise/test/fixtures.ts'
import { serve } from '../../authorise/test/site.ts'
import { type Benchmark, figure, median } from './figure.ts'
import { build, ROOT } from './servers.ts'

const CDN = join(ROOT, 'packages/authorise/cdn')
const ROUNDS = 9
const EDITS = 200
/** One frame of a screen that draws 60 a second. */
const FRAME_MS = 16.7
/** Milliseconds of a shared machine say little: the first amount is held against the least a page can do, in the same run. */
const MOST_TIMES_THE_FLOOR = 3

const SESSION_PATH = `/v1/client/checkout/sessions/${SESSION.id}`

/**
 * A shop's page in a browser with a wallet, a page that does the least there is (one module without a library, one
 * request, one amount), and the service's two answers.
 */
const PAGES = {
  '/element': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
<script src="/wallet.js"></script>
<script type="module" src="/cdn/billing-authorise.js"></script>
<billing-authorise session="${SESSION.id}"></billing-authorise>`,
  '/wallet.js': 'window.ethereum = { request: async () => [], on() {}, removeListener() {} }',
  '/floor': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title>
<script type="module" src="/floor.js"></script><p part="max-escrow"></p>`,
  '/floor.js': `const { product } = await (await fetch('${SESSION_PATH}')).json()
document.querySelector('p').textContent = '$' + (product.rate_usd_per_second * 3600).toFixed(4)`,
  [SESSION_PATH]: JSON.stringify(SESSION),
  [`${SESSION_PATH}/chain`]: JSON.stringify(CHAIN),
}
type Path = 'element' | 'floor'

/**
 * The built element in a real browser. It measures the time from a typed duration to an exact amount on screen, and the
 * time of the first amount. The peer is a minimal page. Every round is a new visitor with nothing cached.
 */
export const element: Benchmark = async bench => {
  bench.progress('building the element')
  build('authorise')
  const site = await serve(PAGES, { '/cdn/': CDN })
  bench.defer(site.close)
  const browser = await chromium.launch(await findChromium())
  bench.defer(() => browser.close())
  const visits: Record<Path, number[]> = { element: [], floor: [] }
  for (let round = 1; round <= ROUNDS; round++) {
    bench.progress(`first amount, round ${round} of ${ROUNDS}`)
    for (const path of ['floor', 'element'] as const)
      visits[path].push(await visit(browser, `${site.url}/${path}`))
  }
  bench.progress(`${EDITS} edits of the duration`)
  const edits = await editDurations(browser, `${site.url}/element`)
  const millis = (path: Path) => median(visits[path])
  const edit = median(edits)
  return [
    figure('typed duration to amount, median', { value: edit, unit: 'ms', most: FRAME_MS }),
    figure('script start to amount', {
      value: millis('element'),
      unit: 'ms',
      against: 'a script that does the least',
      ratio: millis('element') / millis('floor'),
      most: MOST_TIMES_THE_FLOOR,
    }),
  ]
}

/** One visitor: milliseconds from the moment the first script begins to load until the frame that has the amount. */
async function visit(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage()
  await page.addInitScript(watchAmount)
  await page.goto(url)
  const shownAt = await amountShown(page)
  const startedAt = await page.evaluate(() => {
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ initiatorType }) => initiatorType === 'script',
    )
    return scripts.find(({ name }) => !name.endsWith('/wallet.js'))?.startTime ?? Number.NaN
  })
  await page.close()
  return shownAt - startedAt
}

declare global {
  interface Window {
    amountShownAt?: number
  }
}

/** Looks at every frame whether the amount is there. */
function watchAmount(): void {
  const look = (now: number) => {
    const roots: (Document | ShadowRoot | null | undefined)[] = [
      document,
      document.querySelector('billing-authorise')?.shadowRoot,
    ]
    const amount = roots.map(root => root?.querySelector('[part~="max-escrow"]')?.textContent?.trim())
    if (amount.includes('$0.9972')) window.amountShownAt = now
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function amountShown(page: Page): Promise<number> {
  await page.waitForFunction(() => window.amountShownAt !== undefined)
  return (await page.evaluate(() => window.amountShownAt)) ?? Number.NaN
}

/** Milliseconds from an input event to the new amount, laid out. The first edits warm up and are left out. */
async function editDurations(browser: Browser, url: string): Promise<number[]> {
  const page = await browser.newPage()
  await page.addInitScript(watchAmount)
  await page.goto(url)
  await amountShown(page)
  // The later part is there once a visitor has turned to the element, which is when people type.
  await page.locator('billing-authorise .amount').click()
  await page.waitForLoadState('networkidle')
  const took = await page.evaluate(async count => {
    const root = document.querySelector('billing-authorise')?.shadowRoot
    const field = root?.querySelector<HTMLInputElement>('.amount')
    const amount = root?.querySelector<HTMLElement>('[part~="max-escrow"]')
    if (!field || !amount) throw new Error('The element has no field or no amount.')
    const times: number[] = []
    for (let edit = 0; edit < count; edit++) {
      await new Promise(requestAnimationFrame)
      const before = amount.textContent
      const start = performance.now()
      const changed = new Promise<void>(resolve => {
        const observer = new MutationObserver(() => {
          if (amount.textContent === before) return
          observer.disconnect()
          resolve()
        })
        observer.observe(amount, { subtree: true, childList: true, characterData: true })
      })
      field.value = String(2 + edit)
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
      await changed
      amount.getBoundingClientRect()
      times.push(performance.now() - start)
    }
    return times
  }, EDITS + 20)
  await page.close()
  return took.slice(20)
}
