import { globSync, statSync } from 'node:fs'

/** Whether a built file is missing or older than the newest of its sources, given as glob patterns. */
export function isStale(output: string, sources: string[]): boolean {
  const built = statSync(output, { throwIfNoEntry: false })
  if (!built) return true
  return globSync(sources).some(source => statSync(source).mtimeMs > built.mtimeMs)
}
