import { runSteps } from './run-steps.ts'

// What is built stays as it is while tests beside each other read it.
const env = { PER_SECOND_BUILT: 'yes' }

/** Everything that must be green, on a machine that never saw the project. */
await runSteps('test', [
  // First, because the service hands out a script that is built.
  { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  // Not beside the others: one process serves all pages, and they wait for their modules while it feeds those tests too.
  { name: 'browser', command: 'node', args: ['scripts/run-vitest.ts', '--project', 'browser'], env },
  {
    name: 'unit',
    command: 'node',
    args: ['scripts/run-vitest.ts', '--project', 'node', '--project', 'postgres'],
    env,
  },
  { name: 'contracts', command: 'npm', args: ['run', '--silent', 'test', '-w', '@per-second/contracts'] },
  {
    name: 'contracts-gas',
    command: 'npm',
    args: ['run', '--silent', 'gas', '-w', '@per-second/contracts', '--', '--check'],
  },
  {
    name: 'contracts-coverage',
    command: 'npm',
    args: ['run', '--silent', 'coverage', '-w', '@per-second/contracts'],
  },
  { name: 'e2e', command: 'npm', args: ['run', '--silent', 'e2e'] },
  { name: 'e2e-kit', command: 'npm', args: ['run', '--silent', 'e2e:kit'] },
])
