import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/**
 * Packs our packages into a project's folder, and names them in its `package.json`. npm, pnpm, yarn and bun then install
 * them from there until they are in a registry. Packages given on the command line bring those that they need.
 */
const REPOSITORY = join(import.meta.dirname, '..')
const PACKAGES = ['protocol', 'contracts', 'client', 'authorise', 'backend', 'testing']
const USAGE = `Usage: npm run pack -- FOLDER [PACKAGE...] [--pnpm]
Packs PACKAGES (default: all) into FOLDER and names them in its package.json, for npm, yarn and bun.
--pnpm names them in its pnpm-workspace.yaml, too.
Packages: ${PACKAGES.join(', ')}`

type Manifest = { dependencies?: Record<string, string>; resolutions?: Record<string, string> }

const given = process.argv.slice(2)
if (given.includes('--help')) end(0, USAGE)
const [place = '', ...asked] = given.filter(argument => argument !== '--pnpm')
// npm starts scripts in the repository, wherever its user is.
const startedIn = process.env.INIT_CWD ?? process.cwd()
const folder = resolve(startedIn, place)
if (place === '' || !relative(REPOSITORY, folder).startsWith('..'))
  end(2, `Name a folder outside of this repository first, for example ../shop.\n${USAGE}`)
const unknown = asked.filter(name => !PACKAGES.includes(name))
if (unknown.length > 0) end(2, `There is no package ${unknown.join(', ')}.\n${USAGE}`)

const wanted = withNeeded(asked.length > 0 ? asked : PACKAGES)
if (!wanted.every(name => existsSync(join(REPOSITORY, 'packages', name, 'dist'))))
  end(1, 'The packages are not built yet. Run npm run build first.')
const manifest = manifestIn(folder)
const workspaces = wanted.flatMap(name => ['-w', `@per-second/${name}`])
const parameters = ['pack', '--silent', '--pack-destination', folder, ...workspaces]
const files = execFileSync('npm', parameters, { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n')
const named = Object.fromEntries(
  files.map(file => [file.replace(/^per-second-(\w+)-.*$/, '@per-second/$1'), `file:./${file}`]),
)
// yarn and bun look up in the registry what a packed package needs, unless `resolutions` has it.
manifest.dependencies = { ...manifest.dependencies, ...named }
manifest.resolutions = { ...manifest.resolutions, ...named }
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
console.log(`Packed ${wanted.join(', ')}.`)
const isPnpm = given.includes('--pnpm')
if (isPnpm) overrideIn(join(folder, 'pnpm-workspace.yaml'))
// Named files are installed again after a new build. "npm install" alone keeps the old ones.
const install = isPnpm ? 'pnpm install' : 'npm install ./per-second-*.tgz'
console.log(`Next: cd ${relative(startedIn, folder) || '.'} && ${install}`)

/** These and those that they depend on, in the order of `PACKAGES`. */
function withNeeded(names: readonly string[]): string[] {
  const needed = names.flatMap(name => {
    const path = join(REPOSITORY, 'packages', name, 'package.json')
    const { dependencies = {} }: Manifest = JSON.parse(readFileSync(path, 'utf8'))
    return PACKAGES.filter(each => `@per-second/${each}` in dependencies)
  })
  const all = new Set([...names, ...needed])
  return all.size === names.length ? PACKAGES.filter(name => all.has(name)) : withNeeded([...all])
}

/** The folder's manifest, read before anything is packed into it. Either may have to be made. */
function manifestIn(folder: string): Manifest {
  const path = join(folder, 'package.json')
  try {
    mkdirSync(folder, { recursive: true })
    return JSON.parse(existsSync(path) ? readFileSync(path, 'utf8') : '{ "private": true, "type": "module" }')
  } catch (error) {
    return end(1, `${folder} or its package.json cannot be used. ${(error as Error).message}`)
  }
}

/** pnpm reads them from its own file only. An existing file is its owner's. */
function overrideIn(path: string): void {
  const overrides = Object.entries(named).map(([name, file]) => `  "${name}": ${file}`)
  const lines = ['overrides:', ...overrides, 'allowBuilds:', '  "@foundry-rs/anvil": false', ''].join('\n')
  if (!existsSync(path)) writeFileSync(path, lines)
  else if (readFileSync(path, 'utf8') !== lines) console.log(`${path} needs these lines:\n${lines}`)
}

function end(code: 0 | 1 | 2, text: string): never {
  console.log(text)
  process.exit(code)
}
