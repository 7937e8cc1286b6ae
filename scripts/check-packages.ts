import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'

/**
 * Packs the last build of each published package, and checks the tarballs for a consumer's needs. They are README and
 * licence, types that resolve (are-the-types-wrong), and a manifest without a finding of publint.
 */
const ROOT = join(import.meta.dirname, '..')

/**
 * How each is imported. Only modules that CommonJS can require have to resolve for it, and the backend is not imported.
 * `authorise` packs itself in its own tests.
 */
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
  const element = JSON.parse(
    output('npm', ['pack', '--json', '--silent', '--dry-run', '-w', '@per-second/authorise']),
  )
  for (const link of deadLinks(join(ROOT, 'packages/authorise'), filesOf(element)))
    refuse('authorise', `${link} leads out of the package`)
} finally {
  rmSync(folder, { recursive: true })
}

function check(name: string, profile: string | null): void {
  const pack = ['pack', '--json', '--silent', '--pack-destination', folder, '-w', `@per-second/${name}`]
  const answer: unknown = JSON.parse(output('npm', pack))
  const paths = filesOf(answer)
  for (const needed of ['README.md', 'LICENSE', 'package.json'])
    if (!paths.includes(needed)) refuse(name, `${needed} is not in the package`)
  for (const link of deadLinks(join(ROOT, 'packages', name), paths))
    refuse(name, `${link} leads out of the package`)
  const tarball = join(folder, packedOf(answer).filename)
  output('publint', ['--strict', tarball])
  if (profile !== null) output('attw', [tarball, '--profile', profile, '--no-emoji', '--no-color'])
}

type Packed = { filename: string; files: { path: string }[] }

/** The one package of npm's answer, which is a list or an object by its version. */
function packedOf(answer: unknown): Packed {
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer as object)
  return packed
}

function filesOf(answer: unknown): string[] {
  return packedOf(answer).files.map(({ path }) => path)
}

/** Links and pictures of a package's own pages that only the repository has. Other checks cover anchors, and the pages in dist/. */
function deadLinks(folder: string, paths: readonly string[]): string[] {
  return paths
    .filter(path => path.endsWith('.md') && !path.startsWith('dist/'))
    .flatMap(page => {
      const prose = readFileSync(join(folder, page), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
      const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href)
      return links
        .filter(href => !/^(?:https?:|#)/.test(href))
        .filter(href => !paths.includes(posix.join(posix.dirname(page), href.replace(/#.*/, ''))))
        .map(href => `${page}: ${href}`)
    })
}

/** The output of a command. If the command fails, so does the check, with that output. */
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
