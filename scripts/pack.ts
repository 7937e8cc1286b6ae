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

const [place, ...asked] = process.argv.slice(2).filter(argument => !['--pnpm', '--help'].includes(argument))
const unknown = asked.filter(name => !PACKAGES.includes(name))
if (unknown.length > 0) console.log(`There is no package ${unknown.join(', ')}.`)
else if (place && PACKAGES.includes(place))
  console.log(`Name the folder first, for example ../shop ${place}.`)
if (
  !place ||
  place.startsWith('-') ||
  PACKAGES.includes(place) ||
  unknown.length > 0 ||
  process.argv.includes('--help')
) {
  console.log(USAGE)
  process.exit(process.argv.includes('--help') ? 0 : 2)
}

// npm starts scripts in the repository, wherever its user is.
const startedIn = process.env.INIT_CWD ?? process.cwd()
const folder = resolve(startedIn, place)
const wanted = withNeeded(asked.length > 0 ? asked : PACKAGES)
if (!wanted.every(name => existsSync(join(REPOSITORY, 'packages', name, 'dist')))) {
  console.log('The packages are not built yet. Run npm run build first.')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
const workspaces = wanted.flatMap(name => ['-w', `@per-second/${name}`])
const parameters = ['pack', '--silent', '--pack-destination', folder, ...workspaces]
const files = execFileSync('npm', parameters, { cwd: REPOSITORY, encoding: 'utf8' }).trim().split('\n')
const named = Object.fromEntries(
  files.map(file => [file.replace(/^per-second-(\w+)-.*$/, '@per-second/$1'), `file:./${file}`]),
)
nameIn(join(folder, 'package.json'))
console.log(`Packed ${wanted.join(', ')}.`)
const isPnpm = process.argv.includes('--pnpm')
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

/** Adds the packed files to a manifest. yarn and bun look up in the registry what a packed package needs, unless `resolutions` has it. */
function nameIn(path: string): void {
  const manifest: Manifest = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { private: true, type: 'module' }
  manifest.dependencies = { ...manifest.dependencies, ...named }
  manifest.resolutions = { ...manifest.resolutions, ...named }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** pnpm reads them from its own file only. An existing file is its owner's. */
function overrideIn(path: string): void {
  const overrides = Object.entries(named).map(([name, file]) => `  "${name}": ${file}`)
  const lines = ['overrides:', ...overrides, 'allowBuilds:', '  "@foundry-rs/anvil": false', ''].join('\n')
  if (!existsSync(path)) writeFileSync(path, lines)
  else if (readFileSync(path, 'utf8') !== lines) console.log(`${path} needs these lines:\n${lines}`)
}
