import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildCdn } from '../build/build-cdn.ts'
import { buildExit } from '../build/build-exit.ts'
import { buildTestWallet } from '../build/build-test-wallet.ts'
import { writeEditorFiles } from '../build/editor-files.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(PACKAGE, 'dist')
const CDN = join(PACKAGE, 'cdn')

rmSync(DIST, { recursive: true, force: true })
compile()
takeOwnModules()
// In a folder of its own, because shops publish the element's files as they are.
await buildTestWallet(join(DIST, 'testing'))
await buildCdn(CDN)
await buildExit(join(PACKAGE, 'exit'))
await writeEditorFiles(PACKAGE)
printSizes()

/** Uses the repository's own compiler, because a framework's checker may have brought another. */
function compile(): void {
  const compiler = join(PACKAGE, '../../node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['-p', 'tsconfig.build.json'], { cwd: PACKAGE, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** The compiler also writes the imported sources of other packages. Only this package's modules are kept. */
function takeOwnModules(): void {
  renameSync(join(DIST, '.emit', 'authorise', 'src'), `${DIST}.new`)
  rmSync(DIST, { recursive: true })
  renameSync(`${DIST}.new`, DIST)
  for (const file of filesIn(DIST)) if (file.endsWith('.d.ts')) nameJavaScript(file)
}

/** Declarations keep the sources' specifiers, but no `.ts` file is beside them. */
function nameJavaScript(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from|import|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

function printSizes(): void {
  const sizes = filesIn(CDN)
    .filter(file => file.endsWith('.js'))
    .map(file => ({ file, bytes: gzipSync(readFileSync(file), { level: 9 }).length }))
  const first = sizes.filter(({ file }) => /billing-authorise(-first-[^/]*)?\.js$/.test(file))
  const sum = (of: typeof sizes) => of.reduce((total, size) => total + size.bytes, 0)
  process.stdout.write(
    `cdn: first ${sum(first)} bytes, all ${sum(sizes)} bytes in ${sizes.length} files (gzip)\n`,
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(file => statSync(file).isFile())
}
