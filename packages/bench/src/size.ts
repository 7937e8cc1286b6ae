import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Benchmark, Figure } from './figure.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CDN = join(ROOT, 'packages/authorise/cdn')
const ENTRY = 'billing-authorise.js'

/** Smallest anchor measured for a wallet or checkout widget's first load: Base Account subscribe, in kB gzip. */
const LIGHTEST_ANCHOR = { name: 'Base Account subscribe 2.5.10, initial', kilobytes: 231.1 }

/** What a page loads of the built element: the entry with what it imports at once, and everything an injected wallet needs. */
export const size: Benchmark = async progress => {
  progress('building the element')
  execFileSync('npm', ['run', '--silent', 'build', '-w', '@per-second/authorise'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const files = new Map(
    readdirSync(CDN)
      .filter(name => name.endsWith('.js'))
      .map(name => [name, readFileSync(join(CDN, name), 'utf8')]),
  )
  const initial = kilobytes(files, reachable(files, ENTRY, STATIC_IMPORT))
  const total = kilobytes(files, reachable(files, ENTRY, ANY_IMPORT))
  const figure = (metric: string, value: number, target: number): Figure => ({
    bench: 'size',
    metric,
    value,
    unit: 'kB gzip',
    against: LIGHTEST_ANCHOR.name,
    ratio: value / LIGHTEST_ANCHOR.kilobytes,
    target: `<= ${target} kB`,
    ok: value <= target,
  })
  return [figure('initial', initial, 28), figure('total with an injected wallet', total, 75)]
}

const STATIC_IMPORT = /(?:import|from)\s*"\.\/([^"]+\.js)"/g
const ANY_IMPORT = /["'`]\.\/([^"'`]+\.js)["'`]/g

function reachable(files: Map<string, string>, entry: string, pattern: RegExp): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const text = files.get(name)
    if (text === undefined || seen.has(name)) return
    seen.add(name)
    for (const [, target] of text.matchAll(pattern)) if (target) visit(target)
  }
  visit(entry)
  return seen
}

function kilobytes(files: Map<string, string>, names: Set<string>): number {
  let bytes = 0
  for (const name of names) bytes += gzipSync(files.get(name) ?? '', { level: 9 }).length
  return bytes / 1000
}
