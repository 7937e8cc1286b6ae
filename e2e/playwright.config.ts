import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, CHROMIUM_ARGS, CI } = process.env
export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  // Deadlines tell a hang from a result: a machine may be doing something else besides.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    // `npm run e2e` names the browser of this machine. Without it Playwright looks for its own.
    launchOptions: CHROMIUM_PATH
      ? { executablePath: CHROMIUM_PATH, args: JSON.parse(CHROMIUM_ARGS ?? '[]') }
      : {},
  },
})
