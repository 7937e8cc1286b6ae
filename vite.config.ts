import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/find-chromium.ts'

const conditions = ['@per-second/source']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }

export default defineConfig(async () => {
  const browser = await findChromium()
  return {
    test: {
      projects: [
        {
          resolve,
          ssr,
          test: {
            name: 'node',
            include: ['{packages/*,demo}/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
            exclude: ['**/*.browser.test.ts'],
            environment: 'node',
          },
        },
        {
          resolve,
          test: {
            name: 'browser',
            include: ['{packages/*,demo}/{src,test}/**/*.browser.test.ts'],
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({
                launchOptions: { executablePath: browser.executablePath, args: browser.args },
              }),
              instances: [{ browser: 'chromium' as const }],
            },
          },
        },
      ],
    },
  }
})
