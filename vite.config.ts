import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SERVICE_VARIABLES } from './packages/protocol/src/service-variables.ts'
import { findChromium } from './scripts/find-chromium.ts'

const conditions = ['@per-second/source']
const resolve = { conditions }
const ssr = { resolve: { conditions, externalConditions: conditions } }

/** Deadlines tell a hang from a result. They are generous because a machine may have other work besides. */
const deadlines = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 100_000 } } }

/** Of test files in Node, and of pages in the browser besides. Four even on two cores: they wait for processes of their own half the time. */
const maxWorkers = Math.max(4, availableParallelism() - 1)

/** A test file is slow by its name: a chain with faults, several processes, failover, real waiting, packing and installing. */
const SLOW = '**/*.slow.test.ts'
const BROWSER = '**/*.browser.test.ts'
const SLOW_BROWSER = '**/*.slow.browser.test.ts'
const NODE_TESTS = ['{packages/*,demo}/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts']
const BROWSER_TESTS = ['{packages/*,demo}/{src,test}/**/*.browser.test.ts']

/**
 * `npm test` runs the main flow on PostgreSQL, too. `npm run prove -- postgres` runs all tests of the backend that can
 * run there.
 */
const ON_POSTGRES = {
  main: ['packages/backend/test/main-job.test.ts'],
  all: ['packages/backend/{src,test}/**/*.test.ts'],
}

/** Tests that use no database, start a PostgreSQL of their own, read SQLite's files or name a data folder to a command. */
const NOT_ON_POSTGRES = [
  ...[
    'chain',
    'cli',
    'domain',
    'files',
    'options',
    'presenters',
    'reference',
    'storage',
    'webhooks',
    'worker',
  ].map(folder => `packages/backend/src/${folder}/**`),
  'packages/backend/src/routes/webhook-endpoints.test.ts',
  ...['deploy', 'secrets'].map(name => `packages/backend/test/${name}.test.ts`),
  ...[
    'embedded-on-postgres',
    'exit',
    'faults',
    'full-disk',
    'operator-keys',
    'own-escrow',
    'portable-sql',
    'real-chain',
    'refused-meters',
    'restore',
    'several-processes',
    'silent-database',
    'skewed-clocks',
  ].map(name => `packages/backend/test/${name}.slow.test.ts`),
  'packages/backend/test/real-chain/**',
]

/** The patterns themselves, of which each matches a file: one that matches none would leave tests out, or in, without a word. */
function matching(patterns: string[]): string[] {
  const empty = patterns.filter(pattern => globSync(pattern, { cwd: import.meta.dirname }).length === 0)
  if (empty.length > 0) throw new Error(`vite.config.ts: no file matches ${empty.join(', ')}`)
  return patterns
}

/** Tests that mostly wait for a time to be over: begun first, they wait beside the tests that compute, not after them. */
const WAITS = /(postgres-silence|silent-database|lost-commit|restore)\.slow\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification) => WAITS.test(moduleId)
    return [...sorted.filter(waits), ...sorted.filter(file => !waits(file))]
  }
}

/** A developer's shell has the database of another program: no test may reach it. An empty value counts as none. */
const env = Object.fromEntries(SERVICE_VARIABLES.map(name => [name, '']))

type Files = { name: string; include: string[]; exclude: string[] }

const slow = (pattern: string) => pattern.replace(/(\.browser)?\.test\.ts$/, '.slow$&')

function node(files: Files) {
  return {
    resolve,
    ssr,
    test: {
      ...files,
      ...deadlines,
      env,
      environment: 'node',
      // Modules are loaded once a worker, which is half of the processor's time. No test leaves anything behind in one.
      isolate: false,
    },
  }
}

export default defineConfig(async () => {
  const browser = await findChromium()
  const inBrowser = (files: Files) => ({
    resolve,
    // Found only when a test comes to them, which would reload its page in the middle.
    optimizeDeps: { include: ['@walletconnect/sign-client', 'lit/directives/repeat.js', 'uqr'] },
    test: {
      ...files,
      ...deadlines,
      // The values read are in the same page, and there at the next frame.
      expect: { poll: { ...deadlines.expect.poll, interval: 10 } },
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
  })
  return {
    test: {
      maxWorkers,
      // Failures on purpose write to the console as a page's developer would see them.
      silent: 'passed-only' as const,
      sequence: { sequencer: WaitingFirst },
      projects: [
        node({ name: 'node', include: NODE_TESTS, exclude: [BROWSER, SLOW] }),
        node({ name: 'slow', include: NODE_TESTS.map(slow), exclude: [BROWSER] }),
        {
          resolve,
          ssr,
          test: {
            name: 'postgres',
            ...deadlines,
            env,
            include: matching(ON_POSTGRES[process.env.POSTGRES_TESTS === 'all' ? 'all' : 'main']),
            exclude: matching(NOT_ON_POSTGRES),
            environment: 'node',
            globalSetup: 'packages/backend/test/postgres-setup.ts',
            setupFiles: 'packages/backend/test/postgres-environment.ts',
          },
        },
        inBrowser({ name: 'browser', include: BROWSER_TESTS, exclude: [SLOW_BROWSER] }),
        inBrowser({ name: 'slow-browser', include: BROWSER_TESTS.map(slow), exclude: [] }),
      ],
    },
  }
})
