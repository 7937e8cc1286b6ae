import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'
import { proofOptions } from './proof-options.ts'
import { proveUnnamedPoolerRefused } from './unnamed-pooler.ts'

/**
 * Runs the tests of a database behind PgBouncer in transaction mode, with fewer connections than one process asks for.
 * State on a connection (a prepared statement, a setting, a lock, a listener) belongs to another client a moment later,
 * or is gone.
 */
const { count, seed } = proofOptions({ count: 60 })
try {
  debianProgram('pgbouncer', 'pgbouncer')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
await proveUnnamedPoolerRefused()

const HERE = import.meta.dirname
const ROOT = join(HERE, '../../..')
/** Tests with a PostgreSQL server of their own: leases, fences and clocks, several processes, and a silent server. */
const OWN_SERVER = [
  'packages/backend/src/storage/postgres/postgres-leases.test.ts',
  'packages/backend/src/storage/postgres/postgres-silence.slow.test.ts',
  'packages/backend/src/storage/list-order.slow.test.ts',
  ...['several-processes', 'skewed-clocks', 'silent-database'].map(
    name => `packages/backend/test/${name}.slow.test.ts`,
  ),
]
const vitest = join(ROOT, 'scripts/run-vitest.ts')
const runs = [
  [vitest, '--project', 'node', '--project', 'slow', ...OWN_SERVER],
  [vitest, '--project', 'postgres'],
  [join(HERE, 'kills/main.ts'), '--postgres', '--count', `${count}`, '--seed', `${seed}`],
]
const folder = mkdtempSync(join(tmpdir(), 'per-second-finds-'))
const finds = join(folder, 'statements')
writeFileSync(finds, '')
const env = { ...process.env, POSTGRES_TESTS: 'all', TEST_POOLER: 'pgbouncer', TEST_POOLER_FINDS: finds }
const codes = runs.map(
  run =>
    spawnSync(process.execPath, ['--conditions=@per-second/source', ...run], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    }).status ?? 1,
)
const found = readFileSync(finds, 'utf8').trim().split('\n').filter(Boolean)
rmSync(folder, { recursive: true })
process.stdout.write(
  `pgbouncer: ${found.length} statements left something on a connection\n${found.slice(0, 5).join('\n')}\n`,
)
process.exit(found.length > 0 ? 1 : (codes.find(code => code !== 0) ?? 0))
