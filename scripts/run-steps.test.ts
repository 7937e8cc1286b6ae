import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CHECK = join(import.meta.dirname, 'check.ts')

test.each([
  ['--postgress', 2, 'There is no step "--postgress".\n'],
  ['toString', 2, 'There is no step "toString".\n'],
  ['--help', 0, ''],
])('after %s a run of steps ends with code %i and its usage', (argument, code, reason) => {
  const { status, stdout } = spawnSync(process.execPath, [CHECK, argument], { encoding: 'utf8' })
  expect(status).toBe(code)
  expect(stdout.startsWith(`${reason}Usage: npm run check -- [STEP...]\nSteps: format-and-lint, `)).toBe(true)
})
