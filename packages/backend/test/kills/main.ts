import { onPostgres } from '../on-postgres.ts'
import { proofOptions } from '../proof-options.ts'
import { runKills } from './run-kills.ts'

/** `npm run prove -- kills`: a backend killed under load, round after round. Exits 1 when anything was lost or happened twice. */
const { count: rounds, seed, postgres } = proofOptions({ count: 200 })
const report = await onPostgres(postgres, () =>
  runKills({ rounds, seed, progress: done => process.stderr.write(`\rkills: ${done} of ${rounds}`) }),
)
process.stderr.write('\r')
process.stdout.write(
  `kills: ${report.rounds} kills of the backend, ${report.chainKills} of its chain too, ${postgres ? 'PostgreSQL' : 'SQLite'}, seed ${seed}, ` +
    `${report.seconds.toFixed(1)} s: ${report.subscriptions} subscriptions, ${report.replaced} of them replaced, and ${report.invoices} invoices, ` +
    'none lost, none twice, every cent accounted for\n',
)
process.exit(0)
