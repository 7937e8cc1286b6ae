import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isFileError, withFile } from './file-error.ts'

/**
 * The content of a file that only its owner may read, such as of a secret, or null when there is none.
 *
 * @throws {OptionError} when it cannot be read
 */
export function readSecretFile(file: string): string | null {
  return withFile(`The file ${file}`, () => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      if (isFileError(error, 'ENOENT')) return null
      throw error
    }
  })
}

/**
 * Renamed into place: a kill leaves the whole file or none, never a torn one.
 *
 * @throws {OptionError} when it cannot be written
 */
export function writeSecretFile(file: string, text: string): void {
  withFile(`The file ${file}`, () => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  })
}
