import { existsSync, readFileSync } from 'node:fs'

/** Beside the built service, else where npm has put the package. */
const BUILT = new URL('./minisearch.js', import.meta.url)

/** MiniSearch as an ES module for browsers. */
export function readSearchScript(): string {
  const script = existsSync(BUILT) ? BUILT : new URL(import.meta.resolve('minisearch'))
  return readFileSync(script, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
}
