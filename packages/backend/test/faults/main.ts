import { parseArgs } from 'node:util'
import { runFaults } from './run-faults.ts'

/** `npm run prove -- faults`: random faults between a backend and its chain. Exits 1 when books and chain do not agree. */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
const count = Number(values.count)
const seed = Number(values.seed)
const report = await runFaults({
  count,
  seed,
  progress: done => process.stderr.write(`\rfaults: ${done} of ${count}`),
})
process.stderr.write('\r')
const done = Object.entries(report.actions)
  .toSorted(([a], [b]) => a.localeCompare(b))
  .map(([name, times]) => `${times} × ${name}`)
process.stdout.write(
  `faults: ${report.worlds} worlds, seed ${seed}, ${report.seconds.toFixed(1)} s: ${done.join(', ')}\n` +
    `faults: ${report.meters} meters, ${report.charges} charges on chain, ${report.invoices} paid invoices\n`,
)
for (const violation of report.violations) process.stdout.write(`${violation}\n`)
process.stdout.write(
  report.violations.length === 0
    ? 'faults: books and chain agree\n'
    : `faults: ${report.violations.length} violations\n`,
)
process.exit(report.violations.length === 0 ? 0 : 1)
