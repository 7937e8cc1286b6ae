import { join } from 'node:path'
import type { PostgresStorage } from './postgres-storage.ts'
import type { Storage } from './storage.ts'

/** A service's storage; `shared` is the same one where other processes may use it too. */
export type OpenedStorage = { storage: Storage; shared: PostgresStorage | null }

/**
 * PostgreSQL where there is an address, else SQLite in the folder. Loads only the engine it opens.
 *
 * @throws {StorageError} `address_invalid`, `unavailable`
 */
export async function openStorage(
  folder: string,
  databaseUrl: string | null,
  onTrouble: (error: Error) => void,
): Promise<OpenedStorage> {
  if (databaseUrl === null) {
    const { openSqliteStorage } = await import('./sqlite-storage.ts')
    return { storage: await openSqliteStorage(join(folder, 'billing.sqlite')), shared: null }
  }
  const { openPostgresStorage } = await import('./postgres-storage.ts')
  const shared = await openPostgresStorage(databaseUrl, onTrouble)
  return { storage: shared, shared }
}
