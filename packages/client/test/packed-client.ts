import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = join(import.meta.dirname, '..')
export const run = promisify(execFile)

/** A merchant's project with the client installed from its tarball, and nothing else. */
export type ConsumerProject = AsyncDisposable & { folder: string }

/**
 * Builds and packs the client away from the work tree, installs the tarball offline, and lays the consumers and the examples
 * beside it.
 */
export async function createConsumerProject(): Promise<ConsumerProject> {
  const root = mkdtempSync(join(tmpdir(), 'client-consumer-'))
  const staged = join(root, 'staged')
  const folder = join(root, 'project')
  for (const name of ['package.json', 'README.md', 'LICENSE', 'src'])
    cpSync(join(PACKAGE, name), join(staged, name), { recursive: true })
  await run('node', [join(PACKAGE, 'scripts/build.ts'), '--out', join(staged, 'dist')])
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', root], { cwd: staged })
  const tarball = join(root, stdout.trim())

  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--silent', '--no-audit', '--no-fund', tarball], { cwd: folder })
  cpSync(join(PACKAGE, 'consumers'), folder, { recursive: true })
  cpSync(join(PACKAGE, 'examples'), join(folder, 'examples'), { recursive: true })
  return {
    folder,
    async [Symbol.asyncDispose]() {
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** One file with everything in it, as a bundler makes it for a place without packages. */
export async function bundle(folder: string, entry: string, outFile: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    build: {
      outDir: join(folder, 'bundled'),
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: () => outFile },
    },
  })
}
