import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Runs every test of the API and of whole backends on a real PostgreSQL; `npm test` runs some of them there. */
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'postgres'], {
  cwd: join(import.meta.dirname, '../../..'),
  env: { ...process.env, POSTGRES_TESTS: 'all' },
  stdio: 'inherit',
})
child.on('exit', code => {
  process.exitCode = code ?? 1
})
