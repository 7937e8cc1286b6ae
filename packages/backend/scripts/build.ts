import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildTestWallet } from '../../authorise/build/build-test-wallet.ts'
import { readTableOfContents, START_PAGE } from '../src/reference/table-of-contents.ts'

const PACKAGE = join(import.meta.dirname, '..')
const OUT = join(PACKAGE, 'dist')
const ROOT = join(PACKAGE, '../..')

/** What the code reads from beside itself. */
const ASSETS = [
  'src/chain/embedded/supervise.sh',
  'src/reference/reference.css',
  'src/reference/reference-page.js',
]

/**
 * The service as a few files of plain JavaScript, `dist/main.js` the one to run: it starts in half the time of its sources, most of
 * which goes into finding and linking some seven hundred modules. What is native, or loaded for PostgreSQL alone, stays outside.
 */
await build({
  root: PACKAGE,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  resolve: { conditions: ['@per-second/source', 'node'] },
  ssr: {
    noExternal: true,
    external: ['pg', '@foundry-rs/anvil'],
    resolve: { conditions: ['@per-second/source', 'node'] },
  },
  build: {
    ssr: 'src/main.js',
    outDir: OUT,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    // What is built in is other people's, under licences that want to be told.
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash:8].js' } },
  },
})
for (const asset of ASSETS) copyFileSync(join(PACKAGE, asset), join(OUT, basename(asset)))
copyFileSync(fileURLToPath(import.meta.resolve('minisearch')), join(OUT, 'minisearch.js'))
await buildTestWallet(OUT)

/** The pages that `/docs` shows, and their diagrams, below `dist/pages` as they lie in the repository. */
const listed = readTableOfContents().flatMap(({ pages }) => pages.map(({ file }) => file))
for (const file of [START_PAGE, ...listed, ...globSync('docs/diagrams/*.svg', { cwd: ROOT })]) {
  const copy = join(OUT, 'pages', file)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join(ROOT, file), copy)
}
