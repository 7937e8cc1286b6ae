import { backup, DatabaseSync } from 'node:sqlite'
import { StorageError } from '../storage-error.ts'

/**
 * Copies a database that may be in use as it is at one instant, commits of its log included.
 *
 * @param target a file that does not exist yet
 * @throws {StorageError} `unavailable`
 */
export async function backupSqlite(path: string, target: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    await backup(database, target)
  } catch (cause) {
    throw new StorageError('unavailable', 'The database could not be copied.', { cause })
  } finally {
    database.close()
  }
}
