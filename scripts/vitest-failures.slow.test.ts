import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const FIXTURES = join(import.meta.dirname, 'fixtures/vitest')

/** How a run over fixtures ends, and the paragraphs that it leaves for the run it is a step of, in no order. */
function run(...files: string[]): { status: number | null; left: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-failures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'failures')
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run-vitest.ts'), '--root', FIXTURES, ...files],
    { env: { ...process.env, STEP_FAILURES: path } },
  )
  const left = existsSync(path) ? readFileSync(path, 'utf8').replaceAll(`${FIXTURES}/`, '') : ''
  return { status, left: left.split(/\n(?=\S)/).sort() }
}

test('says nothing of passed tests', () => {
  expect(run('passes')).toEqual({ status: 0, left: [''] })
})

test('names each failed test, group and file with its error, and the tests that did not run', () => {
  expect(run()).toEqual({
    status: 1,
    left: [
      ['collects.fixture.ts', 'Error: cannot be read', 'at collects.fixture.ts:1:7'],
      ['fails.fixture.ts > divides', 'Error: by zero', 'at fails.fixture.ts:4:9'],
      ['fails.fixture.ts > with a database', 'Error: it does not start', 'at fails.fixture.ts:10:11'],
      ['fails.fixture.ts > with a file', 'Error: it cannot be removed', 'at fails.fixture.ts:18:11'],
      [
        'fails.fixture.ts: 3 of 5 did not run',
        ...['waits', 'with a database > writes', 'with a database > reads'],
      ],
      ['hook.fixture.ts', 'Error: no room', 'at hook.fixture.ts:4:9'],
      ['hook.fixture.ts: 1 of 1 did not run', 'never runs'],
      ['outside of every test', 'Error: nobody waited', 'at leaks.fixture.ts:4:18'],
    ].map(lines => lines.join('\n    ')),
  })
})

test('fails although an exit hook ends the process with 0 after a test has failed', () => {
  const { status, left } = run('fails', '--globalSetup', './ends.setup.ts')
  expect([status, left[0]?.split('\n')[0]]).toEqual([1, 'fails.fixture.ts > divides'])
})

test.each([
  [['nothing-is-called-so'], 'No test file of this run has "nothing-is-called-so" in its path.'],
  [['passes', 'nothing-is-called-so'], 'No test file of this run has "nothing-is-called-so" in its path.'],
  [['passes', '--globalSetup', './exits.setup.ts'], 'Vitest was ended before it was done.'],
  [
    ['passes', '--globalSetup', './throws.setup.ts'],
    'Every test passed, and Vitest failed: why is said above.',
  ],
])('fails where no test failed, nor all are known to have passed: %s', (files, why) => {
  expect(run(...files)).toEqual({ status: 1, left: [why] })
})
