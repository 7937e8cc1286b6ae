import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../backend/test/postgres-server.ts'
import { api } from './api.ts'
import { element } from './element.ts'
import { endpoint } from './endpoint.ts'
import type { Bench, Benchmark, Figure } from './figure.ts'
import { gas } from './gas.ts'
import { lists } from './lists.ts'
import { meters } from './meters.ts'
import { settlement } from './settlement.ts'
import { size } from './size.ts'
import { start } from './start.ts'

const BENCHMARKS = { api, element, start, settlement, endpoint, meters, lists, gas, size }

const USAGE = `Usage: npm run bench -- [NAME...] [--json] [--postgres]

Measures ratios in one run on this machine; absolute figures of a shared machine say little.
Benchmarks: ${Object.keys(BENCHMARKS).join(', ')} (default: all)
--postgres: api and settlement on a PostgreSQL server of their own instead of SQLite
`

const args = process.argv.slice(2)
const names = args.filter(argument => !['--json', '--postgres'].includes(argument))
const json = args.includes('--json')
const unknown = names.find(name => !Object.hasOwn(BENCHMARKS, name))
if (unknown !== undefined) {
  process.stderr.write(unknown === '--help' ? USAGE : `There is no benchmark "${unknown}".\n\n${USAGE}`)
  process.exit(unknown === '--help' ? 0 : 2)
}

const database = args.includes('--postgres') ? await startPostgres([]) : null
const figures: ({ bench: string } & Figure)[] = []
const failed: string[] = []
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  try {
    for (const measured of await run(name, BENCHMARKS[name as keyof typeof BENCHMARKS])) {
      const figure = { bench: name, ...measured }
      figures.push(figure)
      if (json) process.stdout.write(`${JSON.stringify(figure)}\n`)
    }
  } catch (error) {
    // The figures of the others are not lost.
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`)
    failed.push(name)
  }
}
await database?.stop()
if (!json) {
  process.stdout.write(
    `\nNode ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}\n\n`,
  )
  for (const { bench, metric, value, unit, against, ratio, target, ok } of figures) {
    const verdict = ok === null ? '' : ok ? 'ok' : 'MISSED'
    const compared = against === null || ratio === null ? '' : `${ratio.toFixed(2)} × ${against}`
    process.stdout.write(
      `${bench.padEnd(12)}${metric.padEnd(72)}${`${round(value)} ${unit}`.padEnd(18)}${(target ?? '').padEnd(16)}${verdict.padEnd(8)}${compared}\n`,
    )
  }
}
if (failed.length > 0) process.stderr.write(`\nNot measured, see above: ${failed.join(', ')}\n`)
process.exit(failed.length > 0 || figures.some(figure => figure.ok === false) ? 1 : 0)

async function run(name: string, benchmark: Benchmark): Promise<Figure[]> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-bench-'))
  const defer: Bench['defer'] = end => ends.defer(async () => void (await end()))
  defer(() => rmSync(folder, { recursive: true, force: true }))
  const progress: Bench['progress'] = text => process.stderr.write(`${name}: ${text}…\n`)
  return await benchmark({ folder, database, defer, progress })
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
