import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStorage } from './sqlite/sqlite-storage.ts'

/** A storage in a folder of its own. `remove` closes it and deletes the folder: a hook returns it as its clean-up. */
export async function openTestStorage() {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-storage-'))
  const storage = await openSqliteStorage(join(folder, 'billing.sqlite'))
  const remove = async () => {
    await storage.close()
    rmSync(folder, { recursive: true })
  }
  return { folder, storage, remove }
}
