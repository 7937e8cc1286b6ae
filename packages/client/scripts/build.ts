import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type InlineConfig } from 'vite'

/**
 * Builds the published files: one ES module, one CommonJS module, declarations for each, and the command line. The
 * client uses two small subpaths of `protocol`. They are bundled, so that installing the client installs no other
 * package.
 *
 * --out DIR  where to, default `dist`
 */
const PACKAGE = join(import.meta.dirname, '..')
const OWN_SOURCES = 'client/src'
const { values } = parseArgs({ options: { out: { type: 'string', default: join(PACKAGE, 'dist') } } })

const FROM_SOURCES: InlineConfig = {
  configFile: false,
  root: PACKAGE,
  logLevel: 'warn',
  resolve: { conditions: ['@per-second/source'] },
}
const READABLE = { emptyOutDir: false, target: 'es2022', minify: false } as const

rmSync(values.out, { recursive: true, force: true })
await buildModules(values.out)
await buildCommandLine(values.out)
buildDeclarations(values.out)

async function buildModules(outDir: string): Promise<void> {
  await build({
    ...FROM_SOURCES,
    build: {
      ...READABLE,
      outDir,
      sourcemap: true,
      lib: {
        entry: 'src/index.ts',
        formats: ['es', 'cjs'],
        fileName: format => (format === 'es' ? 'index.js' : 'index.cjs'),
      },
    },
  })
}

/** One file for Node that bundles its share of the package, because no code imports it. */
async function buildCommandLine(outDir: string): Promise<void> {
  await build({
    ...FROM_SOURCES,
    build: {
      ...READABLE,
      outDir,
      lib: { entry: 'src/cli/main.ts', formats: ['es'], fileName: () => 'cli.js' },
      rolldownOptions: { external: [/^node:/] },
    },
  })
  chmodSync(join(outDir, 'cli.js'), 0o755)
}

/**
 * The compiler writes the declarations of both packages. Names of the other package become paths. The same files serve
 * both module systems: a folder's package.json says which one they describe.
 */
function buildDeclarations(outDir: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'client-types-'))
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', emitted], {
    cwd: PACKAGE,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  for (const [folder, type] of [
    ['types', 'module'],
    ['types-cjs', 'commonjs'],
  ] as const) {
    for (const file of globSync('{client,protocol}/src/**/*.d.ts', { cwd: emitted })) {
      const target = join(outDir, folder, flat(file))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, withPaths(readFileSync(join(emitted, file), 'utf8'), flat(file)))
    }
    writeFileSync(join(outDir, folder, 'package.json'), `${JSON.stringify({ type })}\n`)
  }
  rmSync(emitted, { recursive: true })
}

/** `client/src/x` becomes `x`, `protocol/src/x` becomes `protocol/x`. */
function flat(file: string): string {
  return file.startsWith(OWN_SOURCES) ? relative(OWN_SOURCES, file) : file.replace('/src/', '/')
}

function withPaths(text: string, file: string): string {
  const up = '../'.repeat(file.split('/').length - 1) || './'
  return text
    .replace(/(['"])@per-second\/protocol\/([\w-]+)\1/g, `$1${up}protocol/$2.js$1`)
    .replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
}
