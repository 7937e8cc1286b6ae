import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Connection, Value } from '../engine.ts'
import { type ExpectedSchema, migrate, requireSchema } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migrations.ts'
import { refuseOtherTables } from '../migrations/refuse-other-tables.ts'
import { SQLITE_SETS } from '../set-dialect.ts'
import { createBuilder, createStatements } from '../statements.ts'
import { StorageError } from '../storage-error.ts'
import { sqliteOpenFailure } from './sqlite-failure.ts'
import { createWalSync } from './wal-sync.ts'

/** Pages in the log, 16 megabytes, at which SQLite copies them into the database within a commit. */
const CHECKPOINT_PAGES = 4_000

/** The file for writing, brought up to date. */
export async function openSqliteDatabase(
  path: string,
  migrations: readonly Migration[],
  expected: ExpectedSchema,
): Promise<DatabaseSync> {
  const database = new DatabaseSync(path)
  const run = async (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all() as unknown as Value[][]
  }
  const transact = async <T>(work: () => Promise<T>): Promise<T> => {
    database.exec('begin immediate')
    try {
      const result = await work()
      database.exec('commit')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  try {
    // Patience first: even the change to a log has to wait for another process that makes it.
    database.exec('pragma busy_timeout = 5000')
    // Before anything is changed: a database that is refused stays as it is.
    await refuseOtherTables({ engine: 'sqlite', run }, `The database ${path}`)
    if (expected !== 'any') await requireSchema({ engine: 'sqlite', run }, migrations, expected)
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -8192; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    )
    await migrate({ engine: 'sqlite', run, transact }, migrations)
    // The old pages of a unit are kept, in case that unit alone is rolled back: in a file they would be as much to
    // write as the log. Not for a migration, which may sort all of a table.
    database.exec('pragma temp_store = memory')
    // A process that was killed has left commits that may not be on the disk, and reads wait only for this one's own.
    const inherited = createWalSync(`${path}-wal`)
    await inherited.durable().finally(inherited.close)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

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

const SQLITE_BUILDER = createBuilder(
  () => new SqliteAdapter(),
  () => new SqliteQueryCompiler(),
)

const STATEMENTS = createStatements(SQLITE_BUILDER, SQLITE_SETS)

/** Queries over one SQLite connection. Each statement is prepared once. */
export function createSqliteConnection(connection: DatabaseSync): Connection {
  const statements = new Map<string, StatementSync>()
  const run = (sql: string, parameters: readonly unknown[]) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement.all(...(parameters as SQLInputValue[])) as unknown as Value[][]
  }
  return { builder: SQLITE_BUILDER, sets: SQLITE_SETS, statements: STATEMENTS, run }
}
