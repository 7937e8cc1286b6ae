import puppeteer, { type Browser } from 'puppeteer-core'
import { demoTest } from '../demo-test.ts'
import { FirefoxStorePage } from './firefox-store-page.ts'

/** A visitor with Firefox in front of the store. A page error, or anything the page's policy forbids, fails the flow. */
export const test = demoTest.extend<{ store: FirefoxStorePage }, { firefox: Browser }>({
  firefox: [
    async ({}, use) => {
      const executablePath = process.env.FIREFOX_PATH
      if (!executablePath)
        throw new Error('FIREFOX_PATH names no browser: run this with npm run e2e:firefox.')
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        defaultViewport: { width: 1280, height: 1000 },
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  store: async ({ demo, firefox }, use) => {
    // A visitor of its own: another wallet, nothing remembered.
    const context = await firefox.createBrowserContext()
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', error => problems.push(String(error)))
    await page.exposeFunction('reportViolation', (directive: string) => problems.push(directive))
    await page.evaluateOnNewDocument(() => {
      const report = (globalThis as unknown as { reportViolation(directive: string): void }).reportViolation
      document.addEventListener('securitypolicyviolation', event => report(event.violatedDirective))
    })
    await use(new FirefoxStorePage(page, demo.url))
    test.expect(problems).toEqual([])
    await context.close()
  },
})

export const expect = test.expect
