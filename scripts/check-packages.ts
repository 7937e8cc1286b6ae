import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Packs what is published, as it was built last, and holds the tarballs to what somebody who installs one expects: README and licence,
 * types that resolve (are-the-types-wrong), and a manifest that publint has nothing to say about.
 */
const ROOT = join(import.meta.dirname, '..')

/** How each is imported: only what CommonJS can require has to resolve for it, and nobody imports the backend. `authorise` packs itself in its own tests. */
const PACKAGES = {
  protocol: 'esm-only',
  contracts: 'esm-only',
  client: 'strict',
  backend: null,
  testing: 'esm-only',
}

const folder = mkdtempSync(join(tmpdir(), 'per-second-packed-'))
try {
  for (const [name, profile] of Object.entries(PACKAGES)) check(name, profile)
} finally {
  rmSync(folder, { recursive: true })
}

function check(name: string, profile: string | null): void {
  const pack = ['pack', '--json', '--silent', '--pack-destination', folder, '-w', `@per-second/${name}`]
  const answer: unknown = JSON.parse(output('npm', pack))
  const [packed] = (Array.isArray(answer) ? answer : Object.values(answer as object)) as [
    { filename: string; files: { path: string }[] },
  ]
  const paths = packed.files.map(({ path }) => path)
  for (const needed of ['README.md', 'LICENSE', 'package.json'])
    if (!paths.includes(needed)) refuse(name, `${needed} is not in the package`)
  const tarball = join(folder, packed.filename)
  output('publint', ['--strict', tarball])
  if (profile !== null) output('attw', [tarball, '--profile', profile, '--no-emoji', '--no-color'])
}

/** What a command says; where it fails, that is why the check does. */
function output(command: string, parameters: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd: ROOT, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) refuse(command, `${stdout}${stderr}`)
  return stdout
}

function refuse(what: string, why: string): void {
  process.stderr.write(`${what}: ${why}\n`)
  process.exitCode = 1
}
