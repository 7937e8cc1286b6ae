import { join } from 'node:path'
import type { UnixMillis } from '@per-second/protocol/time'
import type { ExpectedSchema } from './migrations/migrate.ts'
import type { Migration } from './migrations/migrations.ts'
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

/** How a database is opened, and who is told of it. */
export type OpenOptions = {
  /** Its schema (default: any, which is made, or brought up to date). */
  expected?: ExpectedSchema | undefined
  migrations?: readonly Migration[] | undefined
  /** Told how long each unit and each read waited for its turn, in seconds. */
  waited?: (seconds: number) => void
  /** Told of idle connections that end, on PostgreSQL. */
  onTrouble?: (error: Error) => void
}

/**
 * PostgreSQL where there is an address, else SQLite in the folder. Loads only the engine it opens.
 *
 * @throws {StorageError} `address_invalid`, `unavailable`, and the errors of its schema
 */
export async function openStorage(
  folder: string,
  databaseUrl: string | null,
  options: OpenOptions = {},
): Promise<OpenedStorage> {
  if (databaseUrl === null) {
    const { openSqliteStorage } = await import('./sqlite/sqlite-storage.ts')
    const storage = await openSqliteStorage(join(folder, 'billing.sqlite'), options)
    return { storage, shared: null, realTime: Date.now }
  }
  const { openPostgresStorage } = await import('./postgres/postgres-storage.ts')
  const shared = await openPostgresStorage(databaseUrl, options)
  return { storage: shared, shared, realTime: shared.clock.now }
}
