import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * The long forms of the proofs; `npm test` runs each briefly, and the bad days one by one as tests of their own. Each is a program of its
 * own that takes `--count` and `--seed`.
 */
const PROOFS: Record<string, { what: string; program: string }> = {
  fuzz: {
    what: 'generated requests: no answer outside the OpenAPI document, no 5xx (100000 requests)',
    program: 'packages/backend/test/fuzz/main.ts',
  },
  kills: {
    what: 'a backend killed under load, half of the time with its chain: nothing lost, nothing twice (200 kills)',
    program: 'packages/backend/test/kills/main.ts',
  },
  faults: {
    what: 'drops, reorganisations, kills and lies between a backend and its chain: books and chain agree (2000 actions)',
    program: 'packages/backend/test/faults/main.ts',
  },
  models: {
    what: 'random lives of merchants and subscribers against a model of the API (200 sequences of 25 commands)',
    program: 'packages/backend/test/models/main.ts',
  },
  'refused-meters': {
    what: "one merchant's meters are refused: another's cancel and new customer wait less than 2 s (10000 meters)",
    program: 'packages/backend/test/refused-meters/main.ts',
  },
  shards: {
    what: 'four processes share two operators and are killed, a third one is added: nothing lost, nothing twice (40 kills)',
    program: 'packages/backend/test/shards/main.ts',
  },
  'bad-days': {
    what: 'every bad day of docs/operations.md on one service with running meters: nothing lost, nothing twice (1000 meters)',
    program: 'packages/backend/test/bad-days/main.ts',
  },
  mutants: {
    what: 'mutants of the escrow: at least 95 of 100 must fail a test (all of them; with a count, a sample)',
    program: 'packages/contracts/mutation/main.ts',
  },
  formal: {
    what: "the escrow's arithmetic and states, proved by solc's model checker",
    program: 'packages/contracts/proof/main.ts',
  },
  postgres: {
    what: 'every test of the API and of whole backends, on a real PostgreSQL',
    program: 'packages/backend/test/prove-on-postgres.ts',
  },
  pgbouncer: {
    what: 'the same, several processes, silence, leases and kills, behind PgBouncer in transaction mode (60 kills)',
    program: 'packages/backend/test/prove-behind-pgbouncer.ts',
  },
  failover: {
    what: "a Patroni cluster's primary killed, silent, and alone, under load: back in 15 s, nothing lost, nothing twice (3 failovers)",
    program: 'packages/backend/test/failover/main.ts',
  },
}

const USAGE = `Usage: npm run prove -- [NAME...] [--count N] [--seed S] [--postgres]

The long forms of the proofs that npm test runs briefly:

${Object.entries(PROOFS)
  .map(([name, { what }]) => `  ${name.padEnd(15)}${what}`)
  .join('\n')}

Options:
  --count N   how many, instead of the number in brackets
  --seed S    another run; the same seed makes the same one (default 1)
  --postgres  fuzz, kills and models: on PostgreSQL instead of SQLite
  --help      this

Without a name all of them run, one after the other. Exits 1 when any fails, 2 when it was not understood.

  npm run prove -- kills models --count 20 --seed 7 --postgres
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
const codes: number[] = []
for (const name of names.length > 0 ? names : Object.keys(PROOFS)) {
  const { program } = PROOFS[name] as { program: string }
  codes.push(await run([join(root, program), ...options]))
}
process.exit(codes.includes(2) ? 2 : codes.some(code => code !== 0) ? 1 : 0)

function run(programArgs: string[]): Promise<number> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--conditions=@per-second/source', ...programArgs], {
      stdio: 'inherit',
    })
    child.on('exit', code => resolve(code ?? 1))
  })
}
