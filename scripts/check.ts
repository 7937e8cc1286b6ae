import { chosenSteps, runSteps } from './run-steps.ts'

/** `biome ci` colours each character, also in a file or a pipe. */
const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** All checks of the code that do not run it. */
const steps = chosenSteps('check', [
  {
    name: 'format-and-lint',
    command: 'biome',
    args: ['ci', ...plain, '.'],
    cure: 'npx biome check --write .',
  },
  { name: 'boundaries', command: 'node', args: ['scripts/check-boundaries.ts'] },
  { name: 'writers', command: 'node', args: ['scripts/check-writers.ts'] },
  { name: 'citations', command: 'node', args: ['scripts/check-citations.ts'] },
  { name: 'words', command: 'node', args: ['scripts/check-words.ts'] },
  { name: 'types', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'dead-code', command: 'knip', args: [] },
  { name: 'lock-file', command: 'node', args: ['scripts/complete-lock.ts', '--check'] },
  { name: 'workspaces', command: 'sherif', args: [] },
  {
    name: 'generated-contracts',
    command: 'npm',
    args: ['run', '--silent', 'check:generated', '-w', '@per-second/contracts'],
  },
  {
    name: 'generated-vectors',
    command: 'npm',
    args: ['run', '--silent', 'check:generated', '-w', '@per-second/protocol'],
  },
  {
    name: 'generated-element',
    command: 'npm',
    args: ['run', '--silent', 'check:generated', '-w', '@per-second/authorise'],
  },
  {
    name: 'generated-docs',
    command: 'npm',
    args: ['run', '--silent', 'check:generated', '-w', '@per-second/backend'],
  },
  {
    name: 'openapi',
    command: 'npm',
    args: ['run', '--silent', 'check:openapi', '-w', '@per-second/backend'],
  },
  { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  { name: 'packages', command: 'node', args: ['scripts/check-packages.ts'] },
  {
    name: 'element-types',
    command: 'npm',
    args: ['run', '--silent', 'test:types', '-w', '@per-second/authorise'],
  },
  {
    name: 'client-readme',
    command: 'npm',
    args: ['run', '--silent', 'check:readme', '-w', '@per-second/client'],
  },
])
await runSteps(steps)
