import { demoTest } from './demo-test.ts'
import { StorePage } from './pages/store-page.ts'

/** A visitor in front of the store, besides the running demo and its chain. A page error fails the flow. */
export const test = demoTest.extend<{ store: StorePage }>({
  store: async ({ demo, page }, use) => {
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text()))
        problems.push(message.text())
    })
    await use(new StorePage(page, demo.url))
    test.expect(problems).toEqual([])
  },
})

export const expect = test.expect
