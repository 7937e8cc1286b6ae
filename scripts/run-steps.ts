import { spawn } from 'node:child_process'
import { chosenNames } from './chosen-names.ts'
import { createStepFailures } from './step-failures.ts'

/** One command of a longer run. `command` is found on the PATH, where npm has put the repository's own tools first. */
export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** The command that mends it, where its output does not name one. */
  cure?: string
}

/** The steps that the command line names, in their own order, or all. A wrong name ends the process with the usage and code 2. */
export function chosenSteps(title: string, steps: Step[]): Step[] {
  const names = steps.map(step => step.name)
  const usage = `Usage: npm run ${title} -- [STEP...]\nSteps: ${names.join(', ')}`
  const chosen = chosenNames(names, { one: 'step', usage })
  return steps.filter(step => chosen.includes(step.name))
}

/**
 * Runs steps one after the other, all of them even when one fails. At the end it prints the result and the time of each step, and
 * the failures that a step left: a long run's reader begins at its end. Exits 1 when any failed.
 */
export async function runSteps(steps: Step[]): Promise<never> {
  const failures = createStepFailures()
  const results: { name: string; ok: boolean; seconds: string; why: string | null; cure: string }[] = []
  for (const [index, step] of steps.entries()) {
    console.log(`\n[${index + 1}/${steps.length}] ${step.name}: ${step.command} ${step.args.join(' ')}`)
    const started = performance.now()
    const ok = await run({ ...step, env: { ...step.env, ...failures.env } })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const cure = ok || !step.cure ? '' : `: ${step.cure}`
    results.push({ name: step.name, ok, seconds, why: failures.take(), cure })
  }
  failures.remove()
  for (const { name, why } of results) if (why !== null) console.log(`\n${name}: ${why}`)
  console.log('')
  for (const { name, ok, seconds, cure } of results)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${cure}`)
  const failed = results.filter(result => !result.ok)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
}

function run({ command, args, env }: Step): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', error => {
      console.error(`${command} could not be started: ${error.message}`)
      resolve(false)
    })
    child.on('exit', code => resolve(code === 0))
  })
}
