import { basename } from 'node:path'
import {
  type CompilerInput,
  compileStandardJson,
  failuresOf,
  REMAPPINGS,
  readSource,
} from '../scripts/solc.ts'
import type { Mutant } from './find-mutants.ts'

/** The escrow's sources. Each mutant gets all of them in a folder of its own. */
const SOURCES = [
  'IMeterEscrow',
  'IReceiveWithAuthorization',
  'Meter',
  'MeterEscrow',
  'MeterLife',
  'MeterMath',
  'MeterTerms',
].map(name => `src/${name}.sol`)

/** Without the optimiser a mutant compiles in a tenth of a second, and computes the same. */
const SETTINGS = { remappings: REMAPPINGS, evmVersion: 'cancun', optimizer: { enabled: false } }

type Output = {
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

/**
 * Creation code of the escrow for each mutant, in one run of the compiler, or null where the mutant is no valid
 * program.
 *
 * @param mutants null stands for the sources as they are.
 */
export function compileMutants(
  mutants: readonly (Pick<Mutant, 'file' | 'text'> | null)[],
): (string | null)[] {
  const refused = new Set<number>()
  for (;;) {
    const indices = [...mutants.keys()].filter(index => !refused.has(index))
    if (indices.length === 0) return mutants.map(() => null)
    const output = compileStandardJson<Output>(inputOf(indices.map(index => [index, mutants[index] ?? null])))
    const failures = failuresOf(output)
    if (failures.length === 0) return mutants.map((_, index) => codeOf(output, index))
    for (const failure of failures) {
      const index = Number.parseInt(failure.sourceLocation?.file ?? '', 10)
      if (Number.isNaN(index) || refused.has(index)) throw new Error(failure.formattedMessage)
      refused.add(index)
    }
  }
}

function codeOf(output: Output, index: number): string | null {
  const code = output.contracts?.[`${index}/MeterEscrow.sol`]?.MeterEscrow?.evm.bytecode.object
  return code === undefined ? null : `0x${code}`
}

function inputOf(mutants: [index: number, mutant: Pick<Mutant, 'file' | 'text'> | null][]): CompilerInput {
  const sources: CompilerInput['sources'] = {}
  const outputSelection: Record<string, Record<string, string[]>> = {}
  for (const [index, mutant] of mutants) {
    for (const file of SOURCES) {
      const content = mutant?.file === file ? mutant.text : readSource(file)
      sources[`${index}/${basename(file)}`] = { content }
    }
    outputSelection[`${index}/MeterEscrow.sol`] = { MeterEscrow: ['evm.bytecode.object'] }
  }
  return { sources, settings: { ...SETTINGS, outputSelection } }
}
