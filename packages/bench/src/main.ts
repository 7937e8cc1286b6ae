import { cpus } from 'node:os'
import { startPostgres } from '../../backend/test/postgres-server.ts'
import { api } from './api.ts'
import { element } from './element.ts'
import { endpoint } from './endpoint.ts'
import type { Benchmark, Figure } from './figure.ts'
import { gas } from './gas.ts'
import { lists } from './lists.ts'
import { meters } from './meters.ts'
import { settlement } from './settlement.ts'
import { size } from './size.ts'
import { start } from './start.ts'
import { strangers } from './strangers.ts'

const BENCHMARKS: Record<string, Benchmark> = {
  api,
  element,
  start,
  settlement,
  endpoint,
  strangers,
  meters,
  lists,
  gas,
  size,
}

const USAGE = `Usage: npm run bench -- [NAME...] [--json] [--postgres]

Measures ratios in one run on this machine; absolute figures of a shared machine say little.
Benchmarks: ${Object.keys(BENCHMARKS).join(', ')} (default: all)
--postgres: api and settlement on a PostgreSQL server of their own instead of SQLite
`

const args = process.argv.slice(2)
const names = args.filter(argument => !argument.startsWith('-'))
const json = args.includes('--json')
const unknown = names.find(name => !(name in BENCHMARKS))
if (args.includes('--help') || unknown !== undefined) {
  process.stderr.write(unknown === undefined ? USAGE : `There is no benchmark "${unknown}".\n\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 2)
}

const database = args.includes('--postgres') ? await startPostgres([]) : null
const figures: Figure[] = []
const failed: string[] = []
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) {
  const run = BENCHMARKS[name] as Benchmark
  let measured: Figure[] = []
  try {
    measured = await run(text => process.stderr.write(`${name}: ${text}…\n`), database)
  } catch (error) {
    // What the others measure is not lost by it.
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`)
    failed.push(name)
  }
  figures.push(...measured)
  if (json) for (const figure of measured) process.stdout.write(`${JSON.stringify(figure)}\n`)
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
      `${bench.padEnd(12)}${metric.padEnd(58)}${`${round(value)} ${unit}`.padEnd(18)}${(target ?? '').padEnd(14)}${verdict.padEnd(8)}${compared}\n`,
    )
  }
}
if (failed.length > 0) process.stderr.write(`\nNot measured, see above: ${failed.join(', ')}\n`)
process.exit(failed.length > 0 || figures.some(figure => figure.ok === false) ? 1 : 0)

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
}
