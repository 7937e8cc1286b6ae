import { join } from 'node:path'
import { DemoError } from '../errors/demo-error.ts'
import { isStale } from './is-stale.ts'

/** The store's own browser modules, one file a page. */
const PAGES = ['home', 'checkout', 'dashboard', 'playground'] as const

/** Where the built modules lie. */
export function browserFolder(repository: string): string {
  return join(repository, 'demo/dist')
}

export function isBrowserStale(repository: string): boolean {
  const sources = [
    'demo/src/browser/**/*.ts',
    'demo/src/dev-wallet/**/*.ts',
    'demo/src/{page,playground,store}/*.ts',
    'packages/protocol/src/*.ts',
    'packages/authorise/src/{testing,wallet}/*.ts',
  ].map(source => join(repository, source))
  return PAGES.some(page => isStale(join(browserFolder(repository), `${page}.js`), sources))
}

/** Bundles the pages' modules. Vite is loaded only here: a start with nothing to build does not pay for it. */
export async function buildBrowser(repository: string): Promise<void> {
  const { build } = await import('vite')
  const root = join(repository, 'demo')
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'silent',
      publicDir: false,
      resolve: { conditions: ['@per-second/source', 'browser', 'module', 'import', 'default'] },
      build: {
        outDir: browserFolder(repository),
        emptyOutDir: true,
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: {
          input: Object.fromEntries(PAGES.map(page => [page, join(root, `src/browser/${page}.ts`)])),
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    })
  } catch (cause) {
    throw new DemoError('build_failed', `The store's pages could not be built: ${(cause as Error).message}`, {
      cause,
    })
  }
}
