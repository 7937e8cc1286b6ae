import { proofOptions } from '../proof-options.ts'
import { findPrograms } from './patroni-cluster.ts'
import { runFailover } from './run-failover.ts'

/** `npm run prove -- failover`: the database's primary killed, or silent, under load. Exits 1 when anything was lost or happened twice. */
const { count: rounds } = proofOptions({ count: 3 })
try {
  findPrograms()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
const report = await runFailover({ rounds, progress: text => process.stderr.write(`failover: ${text}\n`) })
const seconds = (values: number[]) => values.map(value => value.toFixed(1)).join(', ')
process.stdout.write(
  `failover: ${rounds} failovers, ${report.seconds.toFixed(0)} s: ${report.subscriptions} subscriptions and ` +
    `${report.invoices} invoices, none lost, none twice, every cent accounted for\n` +
    `failover: a new primary after ${seconds(report.promoted)} s; the service back ${seconds(report.back)} s after it took writes\n`,
)
process.exit(0)
