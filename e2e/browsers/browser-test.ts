import { demoTest } from '../demo-test.ts'
import type { DrivenBrowser } from './driven-page.ts'
import { DrivenStorePage } from './driven-store-page.ts'
import { startFirefox } from './start-firefox.ts'
import { startWebKit } from './start-webkit.ts'

export type BrowserOptions = { engine: 'firefox' | 'webkit' }

/** A visitor in front of the store with a real Firefox or WebKit. A page error, or anything the page's policy forbids, fails the flow. */
export const test = demoTest.extend<
  { store: DrivenStorePage },
  BrowserOptions & { drivenBrowser: DrivenBrowser }
>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  drivenBrowser: [
    async ({ engine }, use) => {
      const path = process.env.BROWSER_PATH
      if (!path) throw new Error(`BROWSER_PATH names no browser: run this with npm run e2e:${engine}.`)
      const browser = await (engine === 'firefox' ? startFirefox(path) : startWebKit(path))
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  store: async ({ demo, drivenBrowser }, use) => {
    const page = await drivenBrowser.newPage()
    await use(new DrivenStorePage(page, demo.url))
    await page.close()
    test.expect(page.problems()).toEqual([])
  },
})

export const expect = test.expect
