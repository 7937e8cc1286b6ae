import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Benchmark, figure } from './figure.ts'
import { build, ROOT } from './servers.ts'

const CDN = join(ROOT, 'packages/authorise/cdn')
const ENTRY = 'billing-authorise.js'

/** Smallest anchor measured for a wallet or checkout widget's first load: Base Account subscribe, in kB gzip. */
const LIGHTEST_ANCHOR = { name: 'Base Account subscribe 2.5.10, initial', kilobytes: 231.1 }

/**
 * The size of a page's loads of the built element, in English. One figure is before a visitor turns to it (the entry,
 * its immediate imports, and the words), one is in all for an injected wallet. Languages, looks that a page asks for,
 * WalletConnect, and the parts for a dispute about a signature come on top.
 */
export const size: Benchmark = async bench => {
  bench.progress('building the element')
  build('authorise')
  const files = new Map(
    readdirSync(CDN)
      .filter(name => name.endsWith('.js'))
      .map(name => [name, readFileSync(join(CDN, name), 'utf8')]),
  )
  const first = reachable(files, STATIC_IMPORT)
  const words = [...files.keys()].filter(name => ENGLISH.test(name))
  if (words.length !== 1) throw new Error('The build is laid out in another way than it was.')
  const initial = kilobytes(files, new Set([...first, ...words]))
  const injected = reachable(files, ANY_IMPORT, name => OPTIONAL.test(name))
  const total = kilobytes(files, new Set([...injected, ...words]))
  const weight = (metric: string, value: number, most: number) => ({
    ...figure(metric, { value, unit: 'kB gzip', most }),
    against: LIGHTEST_ANCHOR.name,
    ratio: value / LIGHTEST_ANCHOR.kilobytes,
  })
  return [weight('initial', initial, 30), weight('total with an injected wallet', total, 78)]
}

const STATIC_IMPORT = /(?:import|from)\s*"\.\/([^"]+\.js)"/g
const ENGLISH = /^billing-authorise-en-[\w-]{6}\.js$/
const ANY_IMPORT = /["'`]\.\/([^"'`]+\.js)["'`]/g

/** Other languages, looks a page may ask for, and WalletConnect with all that it alone loads. */
const OPTIONAL =
  /^billing-authorise-(appearance-sheet|pair|draw-code|recovers-to|recoverAddress|secp256k1|(?!en)[a-z]{2}(-[a-z]{2})?)-[\w-]{6}\.js$/

function reachable(
  files: Map<string, string>,
  pattern: RegExp,
  leftOut: (name: string) => boolean = () => false,
): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const text = files.get(name)
    if (text === undefined || seen.has(name) || leftOut(name)) return
    seen.add(name)
    for (const [, target] of text.matchAll(pattern)) if (target) visit(target)
  }
  visit(ENTRY)
  return seen
}

function kilobytes(files: Map<string, string>, names: Set<string>): number {
  let bytes = 0
  for (const name of names) bytes += gzipSync(files.get(name) ?? '', { level: 9 }).length
  return bytes / 1000
}
