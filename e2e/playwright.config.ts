import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, CHROMIUM_ARGS, CI } = process.env
if (!CHROMIUM_PATH) throw new Error('No browser was given. Start the flows with: npm run e2e')

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: CHROMIUM_PATH, args: JSON.parse(CHROMIUM_ARGS ?? '[]') },
  },
})
