import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { serveElement } from './element-page.ts'
import type { Benchmark, Figure } from './figure.ts'
import { countWalletPrompts } from './wallet-prompts.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CDN = join(ROOT, 'packages/authorise/cdn')
const ROUNDS = 9
const EDITS = 200
/** One frame of a screen that draws 60 a second. */
const FRAME_MS = 1000 / 60
/** Milliseconds of a shared machine say little: the first amount is held against the least a page can do, in the same run. */
const MOST_TIMES_THE_FLOOR = 3

/**
 * The built element in a real browser: how long a typed duration takes to be an exact amount on screen, and how long and how many
 * requests the first amount takes, beside a page that does the least there is; then how often a wallet prompts somebody on the whole way.
 * Every round is a new visitor with nothing cached.
 */
export const element: Benchmark = async progress => {
  progress('building the element')
  execFileSync('npm', ['run', '--silent', 'build', '-w', '@per-second/authorise'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const site = await serveElement(CDN)
  const browser = await chromium.launch(await findChromium())
  try {
    const visits: Record<'element' | 'floor', Visit[]> = { element: [], floor: [] }
    for (let round = 1; round <= ROUNDS; round++) {
      progress(`first amount, round ${round} of ${ROUNDS}`)
      for (const path of ['floor', 'element'] as const)
        visits[path].push(await visit(browser, `${site.url}/${path}`))
    }
    progress(`${EDITS} edits of the duration`)
    const edits = await editDurations(browser, `${site.url}/element`, TYPED)
    progress(`${EDITS} steps of the slider, at a quarter of the speed`)
    const steps = await editDurations(browser, `${site.url}/element`, SLID)
    progress('the whole way, with a wallet')
    const prompts = await countWalletPrompts(browser, CDN)
    const first = median(visits.element.map(({ shownAfterMs }) => shownAfterMs))
    const floor = median(visits.floor.map(({ shownAfterMs }) => shownAfterMs))
    const requests = Math.max(...visits.element.map(visit => visit.requests))
    const slow = edits[Math.floor(edits.length * 0.99)] ?? Number.NaN
    return [
      figure('typed duration to amount, median', median(edits), 'ms', 'one frame', FRAME_MS, 1),
      figure('typed duration to amount, p99', slow, 'ms', 'one frame', FRAME_MS, null),
      figure('slider step at 4 × slowdown, median', median(steps), 'ms', 'one frame', FRAME_MS, 1),
      figure('requests after the scripts', requests, 'requests', 'the one it needs', 1, 1),
      figure(
        'script start to amount',
        first,
        'ms',
        'a script that does the least',
        floor,
        MOST_TIMES_THE_FLOOR,
      ),
      figure(
        'wallet prompts to a running meter',
        prompts.unconnected,
        'prompts',
        'account and signature',
        2,
        1,
      ),
      figure('the same, connected already', prompts.connected, 'prompts', 'the signature', 1, 1),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

/** @param most how many times the peer it may be; null for a figure that is only reported */
function figure(
  metric: string,
  value: number,
  unit: string,
  against: string,
  peer: number,
  most: number | null,
): Figure {
  const ratio = value / peer
  const target = most === null ? null : `<= ${most} ×`
  return {
    bench: 'element',
    metric,
    value,
    unit,
    against,
    ratio,
    target,
    ok: most === null ? null : ratio <= most,
  }
}

type Visit = { shownAfterMs: number; requests: number }

/** One visitor: from the moment the first script begins to load until the frame that has the amount. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(request.resourceType()))
  await page.addInitScript(watchAmount)
  await page.goto(url)
  const shownAt = await amountShown(page)
  const requests = asked.filter(type => type !== 'document' && type !== 'script').length
  const startedAt = await page.evaluate(() => {
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ initiatorType }) => initiatorType === 'script',
    )
    return scripts[0]?.startTime ?? Number.NaN
  })
  await page.close()
  return { shownAfterMs: shownAt - startedAt, requests }
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

/** How the duration is edited: which field, by values from where on, and how many times slower the machine is made. */
type Edits = { field: string; from: number; range: number; stride: number; slowdown: number }

const TYPED: Edits = { field: '.amount', from: 2, range: 700, stride: 1, slowdown: 1 }
// Neighbouring steps may stand for the same length: these are far enough apart to change the amount every time.
const SLID: Edits = { field: '.slider', from: 100, range: 800, stride: 37, slowdown: 4 }

/** Milliseconds from an input event to the new amount, laid out; ascending. The first edits warm up and are left out. */
async function editDurations(
  browser: Browser,
  url: string,
  { slowdown, ...edits }: Edits,
): Promise<number[]> {
  const page = await browser.newPage()
  await page.addInitScript(watchAmount)
  await page.goto(url)
  await amountShown(page)
  // The later part is there once somebody has turned to the element; that is when people type.
  await page.locator('billing-authorise .amount').click()
  await page.waitForLoadState('networkidle')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const took = await page.evaluate(
    async ({ field: selector, from, range, stride, count }) => {
      const root = document.querySelector('billing-authorise')?.shadowRoot
      const field = root?.querySelector<HTMLInputElement>(selector)
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
        field.value = String(from + ((edit * stride) % range))
        field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
        await changed
        amount.getBoundingClientRect()
        times.push(performance.now() - start)
      }
      return times
    },
    { ...edits, count: EDITS + 20 },
  )
  await page.close()
  return took.slice(20).sort((a, b) => a - b)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
