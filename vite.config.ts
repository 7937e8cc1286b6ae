import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findChromium } from './scripts/find-chromium.ts'

const conditions = ['@per-second/source']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }

/** Deadlines tell a hang from a result; they are generous because a machine may be doing something else besides. */
const deadlines = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 100_000 } } }

/** Of test files in Node, and of pages in the browser besides. Four even on two cores: they wait for processes of their own half the time. */
const maxWorkers = Math.max(4, availableParallelism() - 1)

/** What runs on PostgreSQL besides SQLite: some of it in every run, all of it with `npm run prove -- postgres`. */
const ON_POSTGRES = {
  some: ['packages/backend/{src/routes/lists,src/http/idempotency,test/main-job}.test.ts'],
  all: ['packages/backend/{src/{domain,middleware,openapi,routes},test}/**/*.test.ts'],
}

/** What looks into SQLite's files or names a folder to a command, and what starts a PostgreSQL of its own. */
const NOT_ON_POSTGRES = [
  'packages/backend/src/routes/webhook-endpoints.test.ts',
  'packages/backend/test/{embedded-on-postgres,exit,faults,full-disk,operator-keys,own-escrow,portable-sql,real-chain,refused-meters,restore,secrets,several-processes,silent-database,skewed-clocks}.test.ts',
  'packages/backend/test/real-chain/**',
]

/** What mostly waits for a time to be over: begun first, it waits beside what computes, not after it. */
const WAITS = /(postgres-silence|silent-database|lost-commit|shards|restore)\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification) => WAITS.test(moduleId)
    return [...sorted.filter(waits), ...sorted.filter(file => !waits(file))]
  }
}

export default defineConfig(async () => {
  const browser = await findChromium()
  return {
    test: {
      maxWorkers,
      // Failures on purpose write to the console as a page's developer would see them.
      silent: 'passed-only' as const,
      sequence: { sequencer: WaitingFirst },
      projects: [
        {
          resolve,
          ssr,
          test: {
            name: 'node',
            ...deadlines,
            include: ['{packages/*,demo}/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
            exclude: ['**/*.browser.test.ts'],
            environment: 'node',
            // Modules are loaded once a worker, which is half of the processor's time. No test leaves anything behind in one.
            isolate: false,
          },
        },
        {
          resolve,
          ssr,
          test: {
            name: 'postgres',
            ...deadlines,
            include: ON_POSTGRES[process.env.POSTGRES_TESTS === 'all' ? 'all' : 'some'],
            exclude: NOT_ON_POSTGRES,
            environment: 'node',
            globalSetup: 'packages/backend/test/postgres-setup.ts',
            setupFiles: 'packages/backend/test/postgres-environment.ts',
          },
        },
        {
          resolve,
          // Found only when a test comes to them, which would load its page anew in the middle.
          optimizeDeps: { include: ['@walletconnect/sign-client', 'lit/directives/repeat.js', 'uqr'] },
          test: {
            name: 'browser',
            ...deadlines,
            // What is looked at is in the same page, and there at the next frame.
            expect: { poll: { ...deadlines.expect.poll, interval: 10 } },
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
