import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { Abi, Hex } from 'viem'

/** What the generated files need of one compiled contract. */
export type CompiledContract = { abi: Abi; creationCode: Hex }

type Import = { contents: string } | { error: string }
type SolcJs = { compile(standardJson: string, callbacks: { import: (path: string) => Import }): string }
type CompilerMessage = { severity: 'error' | 'warning' | 'info'; formattedMessage: string }
type CompilerOutput = {
  errors?: CompilerMessage[]
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

/** solc-js is CommonJS and brings no types. */
const solc: SolcJs = createRequire(import.meta.url)('solc')

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')

/** The same settings as foundry.toml: what they produce decides the contracts' addresses. */
const SETTINGS = {
  remappings: ['@openzeppelin/contracts/=../../node_modules/@openzeppelin/contracts/'],
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { useLiteralContent: false, bytecodeHash: 'none', appendCBOR: true },
  evmVersion: 'cancun',
  viaIR: true,
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/**
 * Compiles `src/<name>.sol` for each name with the pinned WebAssembly compiler, without network.
 *
 * @throws {Error} when the compiler reports an error, with its whole message.
 */
export function compileContracts(names: readonly string[]): CompiledContract[] {
  const sources = Object.fromEntries(
    names.map(name => [sourcePath(name), { content: readSource(sourcePath(name)) }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS })
  const output = JSON.parse(solc.compile(input, { import: importSource })) as CompilerOutput
  const failures = (output.errors ?? []).filter(message => message.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map(failure => failure.formattedMessage).join('\n'))
  return names.map(name => {
    const contract = output.contracts[sourcePath(name)]?.[name]
    if (contract === undefined) throw new Error(`${sourcePath(name)} holds no contract ${name}`)
    return { abi: contract.abi, creationCode: `0x${contract.evm.bytecode.object}` }
  })
}

function sourcePath(name: string): string {
  return `src/${name}.sol`
}

function readSource(path: string): string {
  return readFileSync(resolve(PACKAGE_ROOT, path), 'utf8')
}

function importSource(path: string): Import {
  try {
    return { contents: readSource(path) }
  } catch (error) {
    return { error: String(error) }
  }
}
