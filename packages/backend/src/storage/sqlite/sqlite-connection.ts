import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import type { Connection, Database, Value } from '../engine.ts'
import { SQLITE_SETS } from '../set-dialect.ts'
import { createStatements } from '../statements.ts'

/** Queries over one SQLite connection; each statement is prepared once. */
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
  const builder = kyselyOver(connection)
  return { builder, sets: SQLITE_SETS, statements: createStatements(builder, SQLITE_SETS), run }
}

function kyselyOver(connection: DatabaseSync): Database {
  const statements = new Map<string, { statement: StatementSync; reader: boolean }>()
  const prepare = (sql: string) => {
    let prepared = statements.get(sql)
    if (!prepared) {
      const statement = connection.prepare(sql)
      prepared = { statement, reader: statement.columns().length > 0 }
      statements.set(sql, prepared)
    }
    const { statement, reader } = prepared
    return {
      reader,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as never[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as never[])),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as never[])),
    }
  }
  return new Kysely({
    dialect: new SqliteDialect({ database: { prepare, close: () => connection.close() } }),
    plugins: [new CamelCasePlugin()],
  })
}
