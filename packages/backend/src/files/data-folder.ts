import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OptionError } from '../options/option-error.ts'
import { unusableFile, withFile } from './file-error.ts'
import { makeFolder } from './make-folder.ts'
import { readSecretFile } from './secret-file.ts'

/** One process's hold on a data folder. */
export type DataFolder = { path: string; release(): void }

const SQLITE_BUSY = 5

/**
 * Makes the folder, for its owner only, and takes it: a second backend on the same folder would send the same nonces
 * (docs/money.md, rule 28). The hold is a lock of the operating system on an empty SQLite file. It ends with the
 * process, after any kind of end, and only one of two concurrent processes gets it.
 *
 * @throws {OptionError} naming the process that holds it, or the system's reason why it cannot be made or written
 */
export function takeDataFolder(path: string): DataFolder {
  if (/^file:/i.test(path)) throw new OptionError(`The data folder ${path} must be a path, without "file:".`)
  const subject = `The data folder ${path}`
  const holderFile = join(path, 'lock.pid')
  const lock = withFile(subject, () => {
    makeFolder(path)
    // It holds keys. In a folder with other files, a rule for all of them would hide those, too.
    if (readdirSync(path).length === 0) writeFileSync(join(path, '.gitignore'), '*\n', { mode: 0o600 })
    return new DatabaseSync(join(path, 'lock.sqlite'))
  })
  try {
    lock.exec('begin exclusive')
    writeFileSync(holderFile, `${process.pid}`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw unusableFile(subject, error)
    throw new OptionError(
      `${subject} is in use by ${readHolder(holderFile)}. Stop that backend first, or choose another folder with --data.`,
      { cause: error },
    )
  }
  return { path, release: () => lock.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/** For the message only: the lock itself knows no names. */
function readHolder(file: string): string {
  const pid = readSecretFile(file)
  return pid === null ? 'another process' : `process ${pid}`
}
