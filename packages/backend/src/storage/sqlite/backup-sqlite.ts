import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StorageError } from '../storage-error.ts'
import { sqliteOpenFailure } from './sqlite-failure.ts'

/**
 * Copies a database that may be in use as it is at one instant, commits of its log included.
 *
 * @param target a file that does not exist yet
 * @throws {StorageError} `unavailable`
 */
export async function backupSqlite(path: string, target: string): Promise<void> {
  const database = openForCopying(path)
  try {
    await backup(database, target)
  } catch (cause) {
    // A partial file would block the next backup.
    rmSync(target, { force: true })
    throw new StorageError('unavailable', `The database could not be copied to ${dirname(target)}.`, {
      cause,
    })
  } finally {
    database.close()
  }
}

function openForCopying(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    database.exec('pragma schema_version')
    return database
  } catch (error) {
    throw sqliteOpenFailure(path, error)
  }
}
