import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, CHROMIUM_ARGS, CI } = process.env
export default defineConfig({
  testDir: '.',
  outputDir: '../../../../test-results/visual',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  timeout: 60_000,
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(CI),
  reporter: [['dot']],
  // The same browser with the same fonts draws the same pixels, with up to five different ones on round edges. A status dot has fifty, so
  // any greater difference is a change for a person to check.
  expect: { toMatchSnapshot: { threshold: 0, maxDiffPixels: 16 } },
  use: {
    browserName: 'chromium',
    viewport: { width: 1000, height: 1600 },
    deviceScaleFactor: 1,
    locale: 'en',
    timezoneId: 'UTC',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: CHROMIUM_PATH
      ? { executablePath: CHROMIUM_PATH, args: JSON.parse(CHROMIUM_ARGS ?? '[]') }
      : {},
  },
})
