import type { Kysely } from 'kysely'
import type { ColumnKind, TableName } from './tables.ts'

/** Rows as both drivers give and take them, keyed by code names (a plugin converts to snake_case). */
export type Row = Record<string, string | number | null>

export type Database = Kysely<Record<TableName, Row>>

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
    case 'instant':
    case 'instant?':
    case 'flag':
      return types.integer + required
    case 'amount':
      return types.amount + required
  }
}
