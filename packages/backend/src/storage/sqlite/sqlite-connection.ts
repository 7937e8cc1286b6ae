import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Connection, Database, Value } from '../engine.ts'
import { SQLITE_SETS } from '../set-dialect.ts'
import { createStatements } from '../statements.ts'

/** Writes statements and runs none. */
const SQLITE_BUILDER: Database = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: database => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

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
