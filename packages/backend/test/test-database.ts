import { join } from 'node:path'
import { openPostgresStorage } from '../src/storage/postgres/postgres-storage.ts'
import { openSqliteStorage } from '../src/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../src/storage/storage.ts'
import { createDatabase } from './create-database.ts'

/** The address of the PostgreSQL server of a test run on that engine. On SQLite there is none. */
const server = () => process.env.TEST_POSTGRES

/** A fresh database of the engine this run is about. */
export async function openTestStorage(folder: string): Promise<Storage> {
  const address = server()
  return address === undefined
    ? openSqliteStorage(join(folder, 'test.db'))
    : openPostgresStorage(await createDatabase(address))
}

/** The options that put a backend on a fresh database of the engine this run is about. */
export async function databaseArguments(): Promise<string[]> {
  const address = server()
  return address === undefined ? [] : ['--database-url', await createDatabase(address)]
}
