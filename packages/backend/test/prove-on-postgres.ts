import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs every test of the API and of whole backends on a real PostgreSQL; `npm test` runs some of them there. */
const root = join(import.meta.dirname, '../../..')
const child = spawn(process.execPath, [join(root, 'scripts/run-vitest.ts'), '--project', 'postgres'], {
  cwd: root,
  env: { ...process.env, POSTGRES_TESTS: 'all' },
  stdio: 'inherit',
})
child.on('exit', code => {
  process.exitCode = code ?? 1
})
