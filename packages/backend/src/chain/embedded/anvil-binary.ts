import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OptionError } from '../../options/option-error.ts'

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The native program inside the installed package. Its `bin` entry is a wrapper that would outlive a SIGKILL's target: the
 * wrapper dies, the chain does not.
 *
 * @throws {OptionError} where the package is not installed: a service on real chains does without it
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const manifest = createRequire(wrapper).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'bin', 'anvil')
  } catch (cause) {
    throw new OptionError(
      'The embedded chain needs the package @foundry-rs/anvil, which is not installed here. Install it with "npm install @foundry-rs/anvil", without --omit=optional; or name a real chain with --rpc-url.',
      { cause },
    )
  }
}
