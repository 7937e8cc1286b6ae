import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { hardenedPage, REPLACED } from './build/hardened-page.ts'
import { pruneDecimal } from './build/prune-decimal.ts'

const money = readFileSync(new URL('../protocol/src/money.ts', import.meta.url), 'utf8')

/** One module that registers the element; its chunks lie beside it and are loaded by relative URL. No third party, no source map. */
export default defineConfig({
  base: './',
  publicDir: false,
  // WalletConnect brings a viem of its own; one is enough.
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
  plugins: [hardenedPage(), pruneDecimal(money)],
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
          // One chunk, compressed as one; what loads later shares it by its own name, whatever the entry's address is.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Everything behind the first press is loaded together.
            { name: 'checkout', test: /\/authorise\/src\/(effects\/effects|view\/screens)\.ts$/ },
            // So is everything that a wallet is asked with, and shown to be asked for.
            { name: 'wallet', test: /\/authorise\/src\/(wallet\/wagmi-wallet|signing\/signing)\.ts$/ },
          ],
        },
      },
    },
  },
})
