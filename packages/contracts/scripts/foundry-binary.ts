import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The native program inside the installed package. The wrapper that npm puts on PATH exits with 0 after a failure of
 * the program (1.7.1), so a failing test would pass. It also outlives a killed target.
 */
export function foundryBinary(tool: 'anvil' | 'forge'): string {
  const name = `@foundry-rs/${tool}-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  const wrapper = createRequire(import.meta.url).resolve(`@foundry-rs/${tool}/package.json`)
  const manifest = createRequire(wrapper).resolve(`${name}/package.json`)
  return join(dirname(manifest), 'bin', process.platform === 'win32' ? `${tool}.exe` : tool)
}
