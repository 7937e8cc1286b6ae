import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { foldTemplates } from './build/fold-templates.ts'
import { hardenedPage, REPLACED } from './build/hardened-page.ts'
import { inlineRuntime } from './build/inline-runtime.ts'
import { pruneDecimal } from './build/prune-decimal.ts'

const money = readFileSync(new URL('../protocol/src/money.ts', import.meta.url), 'utf8')

/** One module that registers the element. Its chunks are beside it and loaded by relative URL. No third party, no source map. */
export default defineConfig({
  base: './',
  publicDir: false,
  // WalletConnect brings its own viem. One copy is enough.
  resolve: {
    conditions: ['@per-second/source', 'module', 'browser', 'production'],
    dedupe: ['viem'],
    alias: [
      { find: 'mipd', replacement: fileURLToPath(new URL('build/no-discovery.ts', import.meta.url)) },
      {
        find: /^.*\/sign-client\.ts$/,
        replacement: fileURLToPath(new URL('build/cdn-sign-client.ts', import.meta.url)),
      },
    ],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [foldTemplates(), hardenedPage(), pruneDecimal(money), inlineRuntime()],
  build: {
    outDir: 'cdn',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: { 'billing-authorise': 'src/define.ts' }, formats: ['es'] },
    rolldownOptions: {
      transform: { inject: REPLACED },
      output: {
        minify: true,
        comments: false,
        entryFileNames: '[name].js',
        chunkFileNames: 'billing-authorise-[name]-[hash:6].js',
        codeSplitting: {
          // One chunk, compressed as one. Later chunks import it by its own name, at any address of the entry.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // With all that only they and later chunks need.
            { name: 'checkout', test: /\/authorise\/src\/checkout-part\.ts$/ },
            { name: 'wallet', test: /\/authorise\/src\/wallet-part\.ts$/ },
          ],
        },
      },
    },
  },
})
