import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  dev?: boolean
  integrity?: string
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

/**
 * Adds the optional platform packages that npm leaves out of the lock file when a registry does not hold them; `npm ci` refuses a
 * lock without them. Run it after every change of dependencies. An added entry has no integrity: npm records it where the
 * package can be had.
 */
const file = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
let added = 0
for (const [path, parent] of Object.entries(lock.packages)) {
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
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} platform packages added to package-lock.json`)

/** Reads the platform out of a name such as `@scope/binding-linux-arm64-musl`; null for a package that is of every platform. */
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
