import type { Abi, Hex } from 'viem'
import { compileStandardJson, failuresOf, REMAPPINGS, readSource } from './solc.ts'

/** The parts of one compiled contract that the generated files hold. */
export type CompiledContract = { abi: Abi; creationCode: Hex; runtimeCode: Hex }

type CompilerOutput = {
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >
}

/** The same settings as foundry.toml: their output decides the contracts' addresses. */
const SETTINGS = {
  remappings: REMAPPINGS,
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { useLiteralContent: false, bytecodeHash: 'none', appendCBOR: true },
  evmVersion: 'cancun',
  viaIR: true,
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

/**
 * Compiles `src/<name>.sol` for each name with the settings of the release.
 *
 * @throws {Error} when the compiler reports an error, with its whole message.
 */
export function compileContracts(names: readonly string[]): CompiledContract[] {
  const sources = Object.fromEntries(
    names.map(name => [sourcePath(name), { content: readSource(sourcePath(name)) }]),
  )
  const output = compileStandardJson<CompilerOutput>({ sources, settings: SETTINGS })
  const failures = failuresOf(output)
  if (failures.length > 0) throw new Error(failures.map(failure => failure.formattedMessage).join('\n'))
  return names.map(name => {
    const contract = output.contracts[sourcePath(name)]?.[name]
    if (contract === undefined) throw new Error(`${sourcePath(name)} holds no contract ${name}`)
    const { bytecode, deployedBytecode } = contract.evm
    return {
      abi: contract.abi,
      creationCode: `0x${bytecode.object}`,
      runtimeCode: `0x${deployedBytecode.object}`,
    }
  })
}

function sourcePath(name: string): string {
  return `src/${name}.sol`
}
