import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isFileError } from './chain/file-error.ts'

/** One process's hold on a data folder. */
export type DataFolder = { path: string; release(): void }

/** The folder is in use by a running backend. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

const SQLITE_BUSY = 5

/**
 * Makes the folder, for its owner only, and takes it: a second backend on the same folder would send the same nonces
 * (protocol rules, section 4). The hold is a lock of the operating system on an empty SQLite file, so that it ends with the
 * process, however that ends, and of two that come at once only one gets it.
 *
 * @throws {FolderInUseError} naming the process that holds it
 */
export function takeDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const holderFile = join(path, 'lock.pid')
  const lock = new DatabaseSync(join(path, 'lock.sqlite'))
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new FolderInUseError(
      `The data folder ${path} is in use by ${readHolder(holderFile)}. Stop that backend first, or choose another folder with --data.`,
      { cause: error },
    )
  }
  writeFileSync(holderFile, `${process.pid}`, { mode: 0o600 })
  return { path, release: () => lock.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** For the message only: the lock itself knows no names. */
function readHolder(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return 'another process'
    throw error
  }
}
