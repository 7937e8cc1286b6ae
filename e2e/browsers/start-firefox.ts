import puppeteer, { type ElementHandle, type Page, ProtocolError } from 'puppeteer-core'
import type { DrivenBrowser, DrivenPage } from './driven-page.ts'
import { findShown, type Sought } from './find-shown.ts'

/** Starts the Firefox at `executablePath`, driven over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<DrivenBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 1000 },
  })
  return {
    async newPage() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      return drivenPage(page, await watchProblems(page), () => context.close())
    },
    close: () => browser.close(),
  }
}

function drivenPage(page: Page, problems: string[], close: () => Promise<void>): DrivenPage {
  async function withElement<R>(
    sought: Sought,
    act: (element: ElementHandle<HTMLElement>) => Promise<R>,
  ): Promise<R | null> {
    try {
      const element = (await page.evaluateHandle(findShown, sought)).asElement()
      return element ? await act(element as ElementHandle<HTMLElement>) : null
    } catch (error) {
      // An element that was drawn again, or left behind by a navigation during a read counts as not there yet.
      if (error instanceof ProtocolError) return null
      throw error
    }
  }

  return {
    goTo: async url => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    click: async sought => (await withElement(sought, element => element.click().then(() => true))) ?? false,
    type: async (sought, text) =>
      (await withElement(sought, async element => {
        await element.click()
        await page.keyboard.type(text)
        return true
      })) ?? false,
    read: sought =>
      withElement(sought, element =>
        element.evaluate(({ textContent }) => (textContent ?? '').trim().replace(/\s+/g, ' ')),
      ),
    evaluate: script => page.evaluate(script),
    problems: () => problems,
    close,
  }
}

async function watchProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', error => problems.push(String(error)))
  await page.exposeFunction('reportViolation', (directive: string) => problems.push(directive))
  await page.evaluateOnNewDocument(() => {
    const report = (globalThis as unknown as { reportViolation(directive: string): void }).reportViolation
    document.addEventListener('securitypolicyviolation', event => report(event.violatedDirective))
  })
  return problems
}
