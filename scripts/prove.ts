import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The long forms of the proofs; `npm test` runs each briefly. Each is a program of its own that takes `--count` and `--seed`. */
const PROOFS: Record<string, { what: string; program: string }> = {
  fuzz: {
    what: 'generated requests: no answer outside the OpenAPI document (--count 100000)',
    program: 'packages/backend/test/fuzz/main.ts',
  },
  mutants: {
    what: 'mutants of the escrow: at least 95 of 100 must fail a test (--count N for a sample)',
    program: 'packages/contracts/mutation/main.ts',
  },
  postgres: {
    what: 'every test of the API and of whole backends, on a real PostgreSQL',
    program: 'packages/backend/test/prove-on-postgres.ts',
  },
}

const USAGE = `Usage: npm run prove -- [NAME...] [--count N] [--seed S]

${Object.entries(PROOFS)
  .map(([name, { what }]) => `  ${name.padEnd(10)}${what}`)
  .join('\n')}

Without a name all of them run. The same seed makes the same run.
`

const args = process.argv.slice(2)
const firstOption = args.findIndex(argument => argument.startsWith('-'))
const names = firstOption === -1 ? args : args.slice(0, firstOption)
const options = firstOption === -1 ? [] : args.slice(firstOption)
const unknown = names.find(name => !Object.hasOwn(PROOFS, name))
if (options.includes('--help') || unknown !== undefined) {
  process.stderr.write(unknown === undefined ? USAGE : `There is no proof "${unknown}".\n\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 2)
}

const root = join(import.meta.dirname, '..')
let failed = 0
for (const name of names.length > 0 ? names : Object.keys(PROOFS)) {
  const { program } = PROOFS[name] as { program: string }
  if (!(await run([join(root, program), ...options]))) failed += 1
}
process.exit(failed > 0 ? 1 : 0)

function run(programArgs: string[]): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--conditions=@per-second/source', ...programArgs], {
      stdio: 'inherit',
    })
    child.on('exit', code => resolve(code === 0))
  })
}
