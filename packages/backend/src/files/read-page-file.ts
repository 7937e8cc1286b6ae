import { existsSync, readFileSync } from 'node:fs'

/** Where the pages lie as they do in the repository: in it, or copied beside the built service. */
const BUILT = new URL('./pages/', import.meta.url)
const ROOT = existsSync(BUILT) ? BUILT : new URL('../../../../', import.meta.url)

/** @param file from the repository's root, such as `docs/concepts.md` */
export function readPageFile(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8')
}
