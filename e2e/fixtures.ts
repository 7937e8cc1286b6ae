import { test as base } from '@playwright/test'
import { createChainReader } from './chain.ts'
import { type DemoProcess, startDemo } from './demo-process.ts'
import { StorePage } from './pages/store-page.ts'

type WorkerFixtures = { demo: DemoProcess; chain: ReturnType<typeof createChainReader> }

/** Everything a flow needs: the running demo, its chain, and a visitor in front of the store. A page error fails the flow. */
export const test = base.extend<{ store: StorePage }, WorkerFixtures>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo()
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  chain: [({ demo }, use) => use(createChainReader(demo)), { scope: 'worker' }],
  store: async ({ demo, page }, use) => {
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text()))
        problems.push(message.text())
    })
    await use(new StorePage(page, demo.url))
    base.expect(problems).toEqual([])
  },
})

export const expect = base.expect
