import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteOpenFailure } from './sqlite/sqlite-failure.ts'
import { StorageError } from './storage-error.ts'

const READ = `select version from schema_version where id = 'schema'`
const UNDEFINED_TABLE = '42P01'
const CONNECT_MILLIS = 5_000

/**
 * The step at which a database's schema is, without making or changing anything.
 *
 * @returns null where there is no database yet, or an empty one
 * @throws {StorageError} `unavailable`, `address_invalid`
 */
export async function readSchemaStep(folder: string, databaseUrl: string | null): Promise<number | null> {
  return databaseUrl === null ? ofSqlite(join(folder, 'billing.sqlite')) : ofPostgres(databaseUrl)
}

function ofSqlite(path: string): number | null {
  if (!existsSync(path)) return null
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return Number(database.prepare(READ).get()?.version ?? 0)
    } finally {
      database.close()
    }
  } catch (error) {
    const failure = sqliteOpenFailure(path, error)
    if (failure instanceof StorageError) throw failure
    throw new StorageError('unavailable', 'The database cannot be read.', { cause: error })
  }
}

async function ofPostgres(url: string): Promise<number | null> {
  const { createPool, refuseUnnamedPooler } = await import('./postgres/postgres-pool.ts')
  const { refuseOtherEncoding, unusableDatabase } = await import('./postgres/unusable-database.ts')
  const pool = createPool(url, 1, () => {}, CONNECT_MILLIS)
  try {
    await refuseUnnamedPooler(pool, url)
    refuseOtherEncoding(
      (await pool.query<{ server_encoding: string }>('show server_encoding')).rows[0]?.server_encoding,
    )
    const { rows } = await pool.query<{ version: number }>(READ)
    return rows[0]?.version ?? null
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE) return null
    if (cause instanceof StorageError && cause.code === 'address_invalid') throw cause
    throw unusableDatabase(cause)
  } finally {
    await pool.end()
  }
}
