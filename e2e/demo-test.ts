import { connectBackend } from '@per-second/testing'
import { test as base } from '@per-second/testing/playwright'
import { type DemoProcess, startDemo } from './demo-process.ts'

/** What every flow needs, whichever browser it drives: the running demo, and the test kit's hand on the backend it has started. */
export const demoTest = base.extend<object, { demo: DemoProcess }>({
  demo: [
    async ({}, use) => {
      const demo = await startDemo()
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  backend: [({ demo }, use) => use(connectBackend(demo.backend)), { scope: 'worker' }],
})
