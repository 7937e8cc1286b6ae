import { join } from 'node:path'
import type { UnixMillis } from '@per-second/protocol/time'
import type { PostgresStorage } from './postgres/postgres-storage.ts'
import type { Storage } from './storage.ts'

/**
 * A service's storage. `shared` is the same storage where other processes may use it too, and `realTime` is the time
 * for all of them.
 */
export type OpenedStorage = {
  storage: Storage
  shared: PostgresStorage | null
  /** In unix milliseconds: the database's where there may be several processes, else this machine's. */
  realTime: () => UnixMillis
}

/**
 * PostgreSQL where there is an address, else SQLite in the folder. Loads only the engine it opens.
 *
 * @throws {StorageError} `address_invalid`, `unavailable`
 */
export async function openStorage(
  folder: string,
  databaseUrl: string | null,
  onTrouble: (error: Error) => void,
  waited: (seconds: number) => void = () => {},
): Promise<OpenedStorage> {
  if (databaseUrl === null) {
    const { openSqliteStorage } = await import('./sqlite/sqlite-storage.ts')
    const storage = await openSqliteStorage(join(folder, 'billing.sqlite'), undefined, waited)
    return { storage, shared: null, realTime: Date.now }
  }
  const { openPostgresStorage } = await import('./postgres/postgres-storage.ts')
  const shared = await openPostgresStorage(databaseUrl, onTrouble, undefined, waited)
  return { storage: shared, shared, realTime: shared.clock.now }
}
