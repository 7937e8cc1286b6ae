import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'
import { proofOptions } from './proof-options.ts'

/**
 * Runs what uses a database behind PgBouncer in transaction mode, with fewer connections than one process asks for: whatever is kept
 * on a connection (a prepared statement, a setting, a lock, a listener) is another's a moment later, or gone.
 */
const { count, seed } = proofOptions({ count: 60 })
try {
  debianProgram('pgbouncer', 'pgbouncer')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

const HERE = import.meta.dirname
const ROOT = join(HERE, '../../..')
/** What has a PostgreSQL server to itself: leases, fences and clocks, several processes, and a server that says nothing. */
const OWN_SERVER = [
  ...['postgres-leases', 'postgres-silence', 'list-order'].map(
    name => `packages/backend/src/storage/${name}.test.ts`,
  ),
  ...['several-processes', 'skewed-clocks', 'silent-database'].map(
    name => `packages/backend/test/${name}.test.ts`,
  ),
]
const vitest = join(ROOT, 'scripts/run-vitest.ts')
const runs = [
  [vitest, '--project', 'node', ...OWN_SERVER],
  [vitest, '--project', 'postgres'],
  [join(HERE, 'kills/main.ts'), '--postgres', '--count', `${count}`, '--seed', `${seed}`],
]
for (const run of runs) {
  const { status } = spawnSync(process.execPath, ['--conditions=@per-second/source', ...run], {
    cwd: ROOT,
    env: { ...process.env, POSTGRES_TESTS: 'all', TEST_POOLER: 'pgbouncer' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
