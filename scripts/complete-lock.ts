import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  dev?: boolean
  integrity?: string
  engines?: unknown
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

/**
 * Adds the optional platform packages that npm leaves out of the lock file when a registry does not hold them. `npm ci`
 * refuses a lock without them. An added entry has no integrity: npm records it where the package can be had.
 *
 * Removes the `engines` of other people's packages. The installing npm compares them with its own Node, but all
 * packages run on the one that the repository brings (`scripts/require-node.mjs`). Every warning would be about a Node
 * that never runs them.
 *
 * Run it after every change of dependencies. With `--check` it reports a missing run.
 */
const file = join(import.meta.dirname, '../package-lock.json')
const before = readFileSync(file, 'utf8')
const lock = JSON.parse(before) as Lock
let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
  if (path.includes('node_modules/')) delete parent.engines
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const platform = platformOf(name)
    if (platform === null || !/^\d/.test(version)) continue
    const beside = `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`
    const inside = `${path}/node_modules/${name}`
    const places = [inside, beside, `node_modules/${name}`]
    if (places.some(place => lock.packages[place]?.version === version)) continue
    const place = lock.packages[beside] === undefined ? beside : inside
    lock.packages[place] = {
      version,
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      ...platform,
    } as Entry
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
const after = `${JSON.stringify(lock, null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, after)
  console.log(`${added} platform packages added to package-lock.json`)
} else if (after !== before) {
  process.stderr.write('package-lock.json is not complete: run node scripts/complete-lock.ts\n')
  process.exitCode = 1
}

/** Reads the platform out of a name such as `@scope/binding-linux-arm64-musl`, or null for a package of every platform. */
function platformOf(name: string): { os: string[]; cpu?: string[]; libc?: string[] } | null {
  const os = /android|darwin|linux|win32|windows|freebsd|openbsd|netbsd|sunos|aix|openharmony/.exec(name)?.[0]
  const cpu = /arm64|aarch64|x64|amd64|ia32|riscv64|ppc64|s390x|loong64|mips64el|arm/.exec(name)?.[0]
  if (os === undefined) return null
  const libc = name.endsWith('musl') || name.endsWith('musleabihf') ? 'musl' : 'glibc'
  return {
    os: [os === 'windows' ? 'win32' : os],
    ...(cpu === undefined ? {} : { cpu: [cpu === 'amd64' ? 'x64' : cpu === 'aarch64' ? 'arm64' : cpu] }),
    ...(os === 'linux' && /musl|gnu/.test(name) ? { libc: [libc] } : {}),
  }
}
