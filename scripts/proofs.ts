import type { Step } from './run-steps.ts'

/** `takesOptions`: its program takes `--count` and `--seed`. `readsBuild`: it runs or serves the built packages. */
export type Proof = {
  what: string
  steps: Omit<Step, 'name'>[]
  takesOptions?: boolean
  readsBuild?: boolean
}

const node = (...args: string[]): Proof['steps'][number] => ({
  command: 'node',
  args: ['--conditions=@per-second/source', ...args],
})
const npm = (...args: string[]): Proof['steps'][number] => ({
  command: 'npm',
  args: ['run', '--silent', ...args],
})
const program = (path: string): Pick<Proof, 'steps' | 'takesOptions'> => ({
  steps: [node(path)],
  takesOptions: true,
})

/** The slow tier, and the long forms of its proofs. `npm test` runs the fast tier. */
export const PROOFS: Record<string, Proof> = {
  slow: {
    what: 'every test file named *.slow: chains with faults, several processes, failover, restores, packages installed, the matrices of the browser',
    steps: [
      { ...node('scripts/run-vitest.ts', '--project', 'slow-browser'), env: { PER_SECOND_BUILT: 'yes' } },
      { ...node('scripts/run-vitest.ts', '--project', 'slow'), env: { PER_SECOND_BUILT: 'yes' } },
    ],
    readsBuild: true,
  },
  e2e: {
    what: 'every flow through the store, every flow of the test kit, and a Next.js shop with server rendering',
    steps: [npm('e2e'), npm('e2e:kit'), npm('e2e:next')],
    readsBuild: true,
  },
  examples: {
    what: 'every example built from packed packages, and clicked through in a browser against the packed service',
    steps: [npm('examples')],
  },
  runtimes: {
    what: 'the packed client on Node 18 to 22, Deno, Bun and workerd, and its types in old and new compilers',
    steps: [npm('check:runtimes', '-w', '@per-second/client')],
    readsBuild: true,
  },
  contracts: {
    what: "the escrow's tests with full fuzzing and invariants, its gas against the snapshot, and its coverage",
    steps: [
      npm('test', '-w', '@per-second/contracts'),
      npm('gas', '-w', '@per-second/contracts', '--', '--check'),
      npm('coverage', '-w', '@per-second/contracts'),
    ],
  },
  fuzz: {
    what: 'generated requests: no answer outside the OpenAPI document, no 5xx (100000 requests)',
    ...program('packages/backend/test/fuzz/main.ts'),
  },
  kills: {
    what: 'a backend killed under load, half of the time with its chain: nothing lost, nothing twice (200 kills)',
    ...program('packages/backend/test/kills/main.ts'),
  },
  faults: {
    what: 'drops, reorganisations, kills and lies between a backend and its chain: books and chain agree (2000 actions)',
    ...program('packages/backend/test/faults/main.ts'),
  },
  models: {
    what: 'random lives of merchants and subscribers against a model of the API (200 sequences of 25 commands)',
    ...program('packages/backend/test/models/main.ts'),
  },
  'refused-meters': {
    what: "one merchant's meters are refused: another's cancel and new customer wait less than 2 s (10000 meters)",
    ...program('packages/backend/test/refused-meters/main.ts'),
  },
  'bad-days': {
    what: 'twelve bad days (docs/faults.md) on one service with running meters: nothing lost, nothing twice (1000 meters)',
    ...program('packages/backend/test/bad-days/main.ts'),
  },
  mutants: {
    what: 'mutants of the escrow: at least 95 of 100 must fail a test (all of them; with a count, a sample)',
    ...program('packages/contracts/mutation/main.ts'),
  },
  formal: {
    what: "the escrow's arithmetic and states, proved by solc's model checker",
    steps: [node('packages/contracts/proof/main.ts')],
  },
  postgres: {
    what: 'every test of the API and of whole backends, on a real PostgreSQL',
    steps: [
      {
        ...node('scripts/run-vitest.ts', '--project', 'postgres'),
        env: { POSTGRES_TESTS: 'all', PER_SECOND_BUILT: 'yes' },
      },
    ],
    readsBuild: true,
  },
  pgbouncer: {
    what: 'the same, several processes, silence, leases and kills, behind PgBouncer in transaction mode (60 kills)',
    ...program('packages/backend/test/prove-behind-pgbouncer.ts'),
  },
  failover: {
    what: "a Patroni cluster's primary killed, silent, and alone, under load: back in 15 s, nothing lost, nothing twice (3 failovers)",
    ...program('packages/backend/test/failover/main.ts'),
  },
}
