import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isFileError } from './file-error.ts'

/** The content of a file that only its owner may read, such as of a secret, or null when there is none. */
export function readSecretFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
}

/** Renamed into place: a kill leaves the whole file or none, never a torn one. */
export function writeSecretFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
