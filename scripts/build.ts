import { chosenSteps, runSteps } from './run-steps.ts'

/** The published files: plain JavaScript and types of each package, and the element's CDN file. */
const steps = chosenSteps(
  'build',
  ['protocol', 'contracts', 'client', 'authorise', 'backend', 'testing'].map(name => ({
    name,
    command: 'npm',
    args: ['run', '--silent', 'build', '-w', `@per-second/${name}`],
  })),
)
await runSteps(steps)
