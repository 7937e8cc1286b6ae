import type { Kysely } from 'kysely'
import type { ColumnKind } from '../domain/columns.ts'
import type { SetDialect } from './set-dialect.ts'
import type { Statements } from './statements.ts'
import type { TableName } from './tables.ts'

export type Value = string | number | null

/** Rows as both drivers give and take them, keyed by code names (a plugin converts to snake_case). */
export type Row = Record<string, Value>

export type Database = Kysely<Record<TableName, Row>>

export type Engine = 'sqlite' | 'postgres'

/** One connection. The builder only writes statements: its own way of running them costs more than they do. */
export type Connection = {
  builder: Database
  sets: SetDialect
  statements: Statements
  /** Rows are lists of values in the order of the columns that were asked for. */
  run(sql: string, parameters: readonly unknown[]): Value[][] | Promise<Value[][]>
}

/** Where the two engines differ in how a column is declared. */
export type ColumnTypes = Record<'text' | 'integer' | 'amount', string>

export const SQLITE_TYPES: ColumnTypes = { text: 'text', integer: 'integer', amount: 'text' }

/** Text in byte order, so that ids sort as they were made on every engine. */
export const POSTGRES_TYPES: ColumnTypes = {
  text: 'text collate "C"',
  integer: 'bigint',
  amount: 'numeric(40,0)',
}

/** The declared type of a column kind, with its nullability. */
export function columnType(kind: ColumnKind, types: ColumnTypes): string {
  const required = kind.endsWith('?') ? '' : ' not null'
  switch (kind) {
    case 'text':
    case 'text?':
    case 'json':
    case 'terms':
      return types.text + required
    case 'integer':
    case 'integer?':
    case 'flag':
      return types.integer + required
    case 'amount':
      return types.amount + required
  }
}
