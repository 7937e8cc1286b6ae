import { connectBackend } from '@per-second/testing'
import { test as base } from '@per-second/testing/playwright'
import { type DemoProcess, startDemo } from './demo-process.ts'

/** The fixtures of every flow, in any browser: the running demo, and the test kit's control of its backend. */
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
