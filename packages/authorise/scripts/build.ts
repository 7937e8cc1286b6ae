import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(PACKAGE, 'dist')

rmSync(DIST, { recursive: true, force: true })
run('tsc', ['-p', 'tsconfig.build.json'])
takeOwnModules()
run('vite', ['build', '--logLevel', 'warn'])
printSizes(join(PACKAGE, 'cdn'))

/** The compiler also writes what the source imports of other packages; only this package's modules are kept. */
function takeOwnModules(): void {
  renameSync(join(DIST, '.emit', 'authorise', 'src'), `${DIST}.new`)
  rmSync(DIST, { recursive: true })
  renameSync(`${DIST}.new`, DIST)
  for (const file of filesIn(DIST)) if (file.endsWith('.d.ts')) nameJavaScript(file)
}

/** Declarations keep the sources' specifiers, and `.ts` is not what lies beside them. */
function nameJavaScript(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

function printSizes(folder: string): void {
  const sizes = filesIn(folder).map(file => ({
    file,
    bytes: gzipSync(readFileSync(file), { level: 9 }).length,
  }))
  const entry = sizes.find(size => size.file.endsWith('/billing-authorise.js'))?.bytes ?? 0
  const total = sizes.reduce((sum, size) => sum + size.bytes, 0)
  process.stdout.write(`cdn: entry ${entry} bytes, all ${total} bytes in ${sizes.length} files (gzip)\n`)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(file => statSync(file).isFile())
}

function run(command: string, parameters: string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: PACKAGE, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
