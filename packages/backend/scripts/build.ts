import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import { buildTestWallet } from '../../authorise/build/build-test-wallet.ts'
import manifest from '../package.json' with { type: 'json' }
import { readTableOfContents, START_PAGE } from '../src/reference/table-of-contents.ts'
import { type BuiltIn, billOfMaterials } from './bill-of-materials.ts'

const PACKAGE = join(import.meta.dirname, '..')
const OUT = join(PACKAGE, 'dist')
const ROOT = join(PACKAGE, '../..')

/** The files that the code reads from its own folder. */
const ASSETS = [
  'src/chain/embedded/supervise.sh',
  'src/reference/reference.css',
  'src/reference/reference-page.js',
  'src/reference/search-sections.js',
]

/** Written by Vite: each package that is built in, with its version, its licence's identifier and text. */
const LICENSES = 'third-party-licenses.json'

/**
 * The service as a few files of plain JavaScript, with `dist/main.js` as entry. It starts in half the time of its
 * sources, most of which goes into finding and linking some seven hundred modules. Native modules, and those for
 * PostgreSQL only, stay outside.
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
    // The bundled code is other people's, under licences that have to be included.
    license: { fileName: LICENSES },
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash:8].js' } },
  },
})
const builtIn: readonly BuiltIn[] = JSON.parse(readFileSync(join(OUT, LICENSES), 'utf8'))
writeFileSync(join(OUT, 'sbom.cdx.json'), billOfMaterials(manifest, builtIn))
for (const asset of ASSETS) copyFileSync(join(PACKAGE, asset), join(OUT, basename(asset)))
await buildTestWallet(OUT)

/** The pages that `/docs` shows, and their diagrams, below `dist/pages` as they lie in the repository. */
const listed = readTableOfContents().flatMap(({ pages }) => pages.map(({ file }) => file))
for (const file of [START_PAGE, ...listed, ...globSync('docs/diagrams/*.svg', { cwd: ROOT })]) {
  const copy = join(OUT, 'pages', file)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join(ROOT, file), copy)
}
