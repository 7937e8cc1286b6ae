import { compileStandardJson, REMAPPINGS, readSource } from '../scripts/solc.ts'

const FILE = 'proof/MeterProof.sol'

/**
 * How many statements of a theorem the solver proved, how many of these are assertions, and how many it refuted or left
 * open.
 */
export type Verdict = { proved: number; assertions: number; refuted: number; open: number }

/** The names of all theorems, in their order. */
export function listTheorems(): string[] {
  return [...readSource(FILE).matchAll(/^contract (\w+)/gm)].map(([, name]) => `${name}`)
}

/**
 * Gives one theorem to solc's model checker (SMTChecker, bounded engine, the z3 inside the compiler). Blocks until it is done, however
 * long that takes: with a time-out of its own (`modelChecker.timeout`) the WebAssembly compiler gives up at once.
 *
 * @throws {Error} when the theorem does not compile
 */
export function checkTheorem(theorem: string): Verdict {
  const { errors = [] } = compileStandardJson<object>({
    sources: { [FILE]: { content: readSource(FILE) } },
    settings: {
      remappings: REMAPPINGS,
      modelChecker: {
        contracts: { [FILE]: [theorem] },
        engine: 'bmc',
        targets: ['assert', 'overflow', 'underflow'],
        showProvedSafe: true,
        showUnproved: true,
        solvers: ['z3'],
      },
      outputSelection: {},
    },
  })
  const failed = errors.find(({ severity }) => severity === 'error')
  if (failed !== undefined) throw new Error(failed.formattedMessage)
  const count = (pattern: RegExp) =>
    errors.filter(({ formattedMessage }) => pattern.test(formattedMessage)).length
  return {
    proved: count(/check is safe/),
    assertions: count(/Assertion violation check is safe/),
    refuted: count(/ happens here/),
    open: count(/might happen here/),
  }
}
