import { expect, test } from 'vitest'
import { vitestFailures } from './vitest-failures.ts'

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }

test('says nothing of what passed', () => {
  const file = { name: 'a.test.ts', message: '', assertionResults: [passed] }
  expect(vitestFailures({ numPassedTests: 1, numTotalTests: 1, testResults: [file] })).toEqual([])
})

test('names each test that did not pass, and what it said, without the depth of its trace', () => {
  const trace = ['Error: expected 1', '', ...Array.from({ length: 20 }, (_, at) => `    at line ${at}`)].join(
    '\n',
  )
  const failed = { status: 'failed', fullName: 'divides', failureMessages: [trace] }
  const skipped = { status: 'skipped', fullName: 'waits', failureMessages: [] }
  const file = { name: 'a.test.ts', message: '', assertionResults: [passed, failed, skipped] }
  expect(vitestFailures({ numPassedTests: 1, numTotalTests: 3, testResults: [file] })).toEqual([
    [
      'a.test.ts > divides: failed',
      '    Error: expected 1',
      ...Array.from({ length: 11 }, (_, at) => `    at line ${at}`),
    ].join('\n'),
    'a.test.ts > waits: skipped',
  ])
})

test('names a file that could not be run at all', () => {
  const file = { name: 'b.test.ts', message: 'SyntaxError: no', assertionResults: [] }
  expect(vitestFailures({ numPassedTests: 0, numTotalTests: 0, testResults: [file] })).toEqual([
    'b.test.ts\n    SyntaxError: no',
  ])
})
