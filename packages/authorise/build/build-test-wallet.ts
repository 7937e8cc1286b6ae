import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

/** Builds the test wallet as one classic script, `test-wallet.js` in `folder`, for pages and tests without a bundler. */
export async function buildTestWallet(folder: string): Promise<void> {
  await build({
    root: PACKAGE,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: 'src/testing/test-wallet-script.ts',
        formats: ['iife'],
        name: 'perSecondTestWalletScript',
        fileName: () => 'test-wallet.js',
      },
    },
  })
}
