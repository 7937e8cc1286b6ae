import type { BrowserContext } from '@playwright/test'
import { demoTest } from './demo-test.ts'
import { StorePage } from './pages/store-page.ts'
import { recordPrompts } from './record-prompts.ts'

type Fixtures = {
  store: StorePage
  /** Opens another browser, which has the visitor's wallet and knows nothing else of them. */
  openElsewhere: () => Promise<StorePage>
}

/** A visitor in front of the store, besides the running demo and its chain. A page error fails the flow. */
export const test = demoTest.extend<Fixtures>({
  store: async ({ demo, context, page }, use) => {
    const problems = watchProblems(context)
    await use(new StorePage(page, demo.url, await recordPrompts(context)))
    test.expect(problems).toEqual([])
  },
  openElsewhere: async ({ demo, browser, store }, use) => {
    const opened: BrowserContext[] = []
    const problems: string[][] = []
    await use(async () => {
      const context = await browser.newContext({ storageState: await store.walletAlone() })
      opened.push(context)
      problems.push(watchProblems(context))
      return new StorePage(await context.newPage(), demo.url, await recordPrompts(context))
    })
    for (const context of opened) await context.close()
    test.expect(problems.flat()).toEqual([])
  },
})

function watchProblems(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('weberror', error => problems.push(error.error().message))
  context.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text()))
      problems.push(message.text())
  })
  return problems
}

export const expect = test.expect
