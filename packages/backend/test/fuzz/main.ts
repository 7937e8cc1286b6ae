import { onPostgres } from '../on-postgres.ts'
import { proofOptions } from '../proof-options.ts'
import { runFuzz } from './run-fuzz.ts'

/** `npm run prove -- fuzz`: generated requests against a real backend. Exits 1 when an answer was outside the document. */
const { count, seed, postgres } = proofOptions({ count: 100_000 })
const report = await onPostgres(postgres, () =>
  runFuzz({ count, seed, progress: done => process.stderr.write(`\rfuzz: ${done} of ${count}`) }),
)
process.stderr.write('\r')
const statuses = Object.entries(report.statuses).map(([status, times]) => `${times} × ${status}`)
process.stdout.write(
  `fuzz: ${report.requests} requests, seed ${seed}, ${report.seconds.toFixed(1)} s: ${statuses.join(', ')}\n`,
)
for (const violation of report.violations) process.stdout.write(`${violation}\n`)
process.stdout.write(
  report.violations.length === 0
    ? 'fuzz: no answer outside the document\n'
    : `fuzz: ${report.violations.length} violations\n`,
)
process.exit(report.violations.length === 0 ? 0 : 1)
