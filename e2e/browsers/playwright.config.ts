import { defineConfig } from '@playwright/test'
import type { BrowserOptions } from './browser-test.ts'

/** Playwright only runs these flows: it cannot drive an unpatched Firefox or WebKit, so they bring a browser of their own. */
export default defineConfig<object, BrowserOptions>({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' } },
  ],
})
