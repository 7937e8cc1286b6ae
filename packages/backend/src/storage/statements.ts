import type { Database, Row } from './engine.ts'
import { TABLES, type TableName } from './tables.ts'

/** The texts of the queries that are most of all queries. Parameters follow the order of the table's columns. */
export type TableStatements = {
  select: string
  insert: string
  /** The places of the columns an update may write. */
  changing: readonly number[]
}

/** Each compiled once for an engine, at its first use. */
export type Statements = {
  of(table: TableName): TableStatements
  /** Writes the columns at these places; parameters are their values, then the id. */
  update(table: TableName, places: readonly number[]): string
  /** Rows with these values in these columns, in this order; parameters follow the columns. */
  matching(table: TableName, columns: readonly string[], orderBy: string): string
}

/** What an object is and whose never changes, and an engine writes every index of a column that is assigned, changed or not. */
const FIXED = new Set(['id', 'merchantId', 'mode'])

export function createStatements(database: Database): Statements {
  const compiled = new Map<TableName, TableStatements>()
  const lookups = new Map<string, string>()
  const updates = new Map<string, string>()
  const blankOf = (names: readonly string[]): Row => Object.fromEntries(names.map(name => [name, '']))
  const compile = (table: TableName): TableStatements => {
    const columns = Object.keys(TABLES[table].columns)
    const changing = columns.filter(column => !FIXED.has(column))
    return {
      select: database.selectFrom(table).select(columns).where('id', '=', '').compile().sql,
      insert: database.insertInto(table).values(blankOf(columns)).compile().sql,
      changing: changing.map(column => columns.indexOf(column)),
    }
  }
  const compileUpdate = (table: TableName, places: readonly number[]) => {
    const columns = Object.keys(TABLES[table].columns)
    const names = places.map(place => columns[place] as string)
    return database.updateTable(table).set(blankOf(names)).where('id', '=', '').compile().sql
  }
  const compileLookup = (table: TableName, columns: readonly string[], orderBy: string) =>
    columns
      .reduce(
        (query, column) => query.where(column, '=', ''),
        database.selectFrom(table).select(Object.keys(TABLES[table].columns)),
      )
      .orderBy(orderBy)
      .orderBy('id')
      .compile().sql

  return {
    of: table => {
      const statements = compiled.get(table) ?? compile(table)
      compiled.set(table, statements)
      return statements
    },
    update: (table, places) => {
      const name = `${table} ${places.join()}`
      const sql = updates.get(name) ?? compileUpdate(table, places)
      updates.set(name, sql)
      return sql
    },
    matching: (table, columns, orderBy) => {
      const name = `${table} ${columns.join()} ${orderBy}`
      const sql = lookups.get(name) ?? compileLookup(table, columns, orderBy)
      lookups.set(name, sql)
      return sql
    },
  }
}
