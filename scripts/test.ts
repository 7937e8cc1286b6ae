import { chosenSteps, runSteps } from './run-steps.ts'

// The built files do not change while tests read them side by side.
const env = { PER_SECOND_BUILT: 'yes' }
const vitest = (...projects: string[]) => ({
  command: 'node',
  args: ['scripts/run-vitest.ts', ...projects.flatMap(project => ['--project', project])],
  env,
})
const npm = (...args: string[]) => ({ command: 'npm', args: ['run', '--silent', ...args] })

/** The fast tier: five minutes on two slow cores, on a machine that never saw the project. `npm run prove` runs the slow one. */
const steps = chosenSteps('test', [
  // First, because the service serves a script that is built.
  { name: 'build', ...npm('build') },
  // Not beside the other tests: one process serves all pages, and they wait for their modules while it feeds those tests too.
  { name: 'browser', ...vitest('browser') },
  { name: 'unit', ...vitest('node', 'postgres') },
  {
    name: 'contracts',
    ...npm('test', '-w', '@per-second/contracts'),
    env: { FOUNDRY_FUZZ_RUNS: '32', FOUNDRY_INVARIANT_RUNS: '3' },
  },
  { name: 'e2e', ...npm('e2e', '--', 'authorise-and-stop') },
  { name: 'e2e-kit', ...npm('e2e:kit', '--', 'first.spec') },
])
await runSteps(steps)
