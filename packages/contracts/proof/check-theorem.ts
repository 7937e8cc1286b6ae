import { compileStandardJson, REMAPPINGS, readSource } from '../scripts/solc.ts'

/**
 * Gives one theorem of MeterProof.sol to solc's model checker (SMTChecker, bounded engine, the z3 inside the compiler) and prints its
 * verdict as JSON. A program of its own, because the solver cannot be interrupted: a time-out of its own (`modelChecker.timeout`) makes
 * the WebAssembly compiler give up at once.
 */
const FILE = 'proof/MeterProof.sol'
const [contract = ''] = process.argv.slice(2)

const { errors = [] } = compileStandardJson<object>({
  sources: { [FILE]: { content: readSource(FILE) } },
  settings: {
    remappings: REMAPPINGS,
    modelChecker: {
      contracts: { [FILE]: [contract] },
      engine: 'bmc',
      targets: ['assert', 'overflow', 'underflow'],
      showProvedSafe: true,
      showUnproved: true,
      solvers: ['z3'],
    },
    outputSelection: {},
  },
})
const messages = errors.map(({ formattedMessage }) => formattedMessage)
const count = (pattern: RegExp) => messages.filter(message => pattern.test(message)).length
const failed = errors.find(({ severity }) => severity === 'error')
if (failed !== undefined) throw new Error(failed.formattedMessage)
process.stdout.write(
  JSON.stringify({
    proved: count(/check is safe/),
    assertions: count(/Assertion violation check is safe/),
    refuted: count(/violation happens here|\) happens here/),
    open: count(/might happen here/),
  }),
)
