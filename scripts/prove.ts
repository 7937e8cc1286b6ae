import { PROOFS } from './proofs.ts'
import { runSteps, type Step } from './run-steps.ts'

const USAGE = `Usage: npm run prove -- [NAME...] [--count N] [--seed S] [--postgres]

The slow tier of the tests, and the long forms of the proofs that it runs briefly:

${Object.entries(PROOFS)
  .map(([name, { what }]) => `  ${name.padEnd(15)}${what}`)
  .join('\n')}

Options:
  --count N   how many, instead of the number in brackets
  --seed S    another run; the same seed makes the same one (default 1)
  --postgres  fuzz, kills and models: on PostgreSQL instead of SQLite
  --help      this

Without a name all of them run, one after the other. Only proofs with a number in brackets take options.
Exits 1 when any fails, 2 for a wrong command line.

  npm run prove -- kills models --count 20 --seed 7 --postgres
`

const args = process.argv.slice(2)
const firstOption = args.findIndex(argument => argument.startsWith('-'))
const names = firstOption === -1 ? args : args.slice(0, firstOption)
const options = firstOption === -1 ? [] : args.slice(firstOption)
const chosen = names.length > 0 ? names : Object.keys(PROOFS)
const unknown = names.find(name => !Object.hasOwn(PROOFS, name))
const fixed =
  names.length > 0 && options.length > 0 ? names.find(name => !PROOFS[name]?.takesOptions) : undefined
if (options.includes('--help')) refuse(null)
if (unknown !== undefined) refuse(`There is no proof "${unknown}".`)
if (fixed !== undefined) refuse(`The proof "${fixed}" takes no options.`)

const build: Step = { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] }
await runSteps([
  ...(chosen.some(name => PROOFS[name]?.readsBuild) ? [build] : []),
  ...chosen.flatMap(name => stepsOf(name, options)),
])

function stepsOf(name: string, options: string[]): Step[] {
  const { steps, takesOptions = false } = PROOFS[name] as (typeof PROOFS)[string]
  return steps.map(step => ({ ...step, name, args: [...step.args, ...(takesOptions ? options : [])] }))
}

function refuse(sentence: string | null): never {
  process.stderr.write(sentence === null ? USAGE : `${sentence}\n\n${USAGE}`)
  process.exit(sentence === null ? 0 : 2)
}
