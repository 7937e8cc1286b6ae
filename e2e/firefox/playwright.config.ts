import { defineConfig } from '@playwright/test'

/** Playwright only runs these flows: it cannot drive an unpatched Firefox, so they bring one of their own over WebDriver BiDi. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
})
