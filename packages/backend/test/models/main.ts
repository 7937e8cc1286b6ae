import { onPostgres } from '../on-postgres.ts'
import { proofOptions } from '../proof-options.ts'
import { runModels } from './run-models.ts'

/** `npm run prove -- models`: a model of the API against the real one. Exits 1, with the shortest sequence found, where they differ. */
const { count: cases, seed, postgres } = proofOptions({ count: 200 })
const report = await onPostgres(postgres, () =>
  runModels({ cases, seed, progress: done => process.stderr.write(`\rmodels: ${done} of ${cases}`) }),
)
process.stderr.write('\r')
process.stdout.write(
  `models: ${report.commands} commands in ${report.cases} sequences, ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}, ` +
    `${report.seconds.toFixed(1)} s: ${report.failure === null ? 'the backend did what the model says' : report.failure}\n`,
)
process.exit(report.failure === null ? 0 : 1)
