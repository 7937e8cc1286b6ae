import { test as base } from '@playwright/test'
import { createChainReader } from './chain.ts'
import { type DemoProcess, startDemo } from './demo-process.ts'

type WorkerFixtures = { demo: DemoProcess; chain: ReturnType<typeof createChainReader> }

/** What every flow needs, whichever browser it drives: the running demo, and its chain. */
export const demoTest = base.extend<object, WorkerFixtures>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo()
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  chain: [({ demo }, use) => use(createChainReader(demo)), { scope: 'worker' }],
})
