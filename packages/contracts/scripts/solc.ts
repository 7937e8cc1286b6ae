import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** One message of the compiler. Its `sourceLocation` names the source unit as the input did. */
export type CompilerMessage = {
  severity: 'error' | 'warning' | 'info'
  formattedMessage: string
  sourceLocation?: { file: string }
}

/** The standard JSON input: https://docs.soliditylang.org/en/v0.8.37/using-the-compiler.html */
export type CompilerInput = {
  sources: Record<string, { content: string }>
  settings: Record<string, unknown>
}

type Import = { contents: string } | { error: string }
type SolcJs = { compile(standardJson: string, callbacks: { import: (path: string) => Import }): string }

/** solc-js is CommonJS and brings no types. */
const solc: SolcJs = createRequire(import.meta.url)('solc')

const PACKAGE_ROOT = resolve(import.meta.dirname, '..')

/** Where OpenZeppelin's sources lie, as foundry.toml has it. */
export const REMAPPINGS = ['@openzeppelin/contracts/=../../node_modules/@openzeppelin/contracts/']

/** The text of a file of this package, as the compiler names it: relative to the package. */
export function readSource(path: string): string {
  return readFileSync(resolve(PACKAGE_ROOT, path), 'utf8')
}

/**
 * Runs the pinned WebAssembly compiler, without network. Imports that the input does not hold are read from the
 * package. Errors are in the output, and the caller has to check for them.
 */
export function compileStandardJson<Output>(input: CompilerInput): Output & { errors?: CompilerMessage[] } {
  return JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', ...input }), { import: importSource }),
  )
}

/** The messages that mean there is no code. */
export function failuresOf(output: { errors?: CompilerMessage[] }): CompilerMessage[] {
  return (output.errors ?? []).filter(message => message.severity === 'error')
}

function importSource(path: string): Import {
  try {
    return { contents: readSource(path) }
  } catch (error) {
    return { error: String(error) }
  }
}
