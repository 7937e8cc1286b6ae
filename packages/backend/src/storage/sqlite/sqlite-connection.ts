import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { Connection, Value } from '../engine.ts'
import { SQLITE_SETS } from '../set-dialect.ts'
import { createBuilder, createStatements } from '../statements.ts'

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
