import { proofOptions } from '../proof-options.ts'
import { runShards } from './run-shards.ts'

/** `npm run prove -- shards`: four processes share two operators, and are killed. Exits 1 when anything was lost or happened twice. */
const { count: kills, seed } = proofOptions({ count: 40 })
const report = await runShards({
  ...{ kills, seed },
  progress: done => process.stderr.write(`\rshards: ${done} of ${kills}`),
})
process.stderr.write('\r')
process.stdout.write(
  `shards: ${report.kills} kills of four processes, a third operator after half of them, PostgreSQL, seed ${seed}, ` +
    `${report.seconds.toFixed(1)} s: ${report.subscriptions} subscriptions and ${report.invoices} invoices, ` +
    `${report.transactions.join(' + ')} transactions of the three operators, their keys with ${report.mostHolders} processes at most; ` +
    'none lost, none twice, every meter ended by the operator that opened it\n',
)
process.exit(0)
