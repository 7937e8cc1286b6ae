import { type Expression, type SqlBool, sql } from 'kysely'
import type { ColumnKind } from '../domain/columns.ts'
import { type ColumnTypes, columnType, POSTGRES_TYPES, type Value } from './engine.ts'

/** How an engine takes many rows, or many keys, in one statement. */
export type SetDialect = {
  /** How many of so many rows one statement takes. */
  most(rows: number): number
  /** Distinguishes statements for so many rows from those for other numbers. */
  form(rows: number): number
  /** A table expression of that many rows, one column for each kind. */
  source(kinds: readonly ColumnKind[], rows: number): string
  /** A table expression of rows of a list, each with its position after its columns: where the database does not know it by itself. */
  placed?(table: string, columns: number, rows: number): string
  parameters(rows: readonly (readonly Value[])[]): unknown[]
  /**
   * That a column is one of a list's values. The list is one parameter, as `list` gives it. It may be left out where
   * the caller binds it.
   */
  among(column: string, list?: unknown): Expression<SqlBool>
  list(values: readonly string[]): unknown
}

/** Statements are made for 1, 2, 4 … 64 rows, so that few of them have to be prepared. */
const SQLITE_MOST = 64

export const SQLITE_SETS: SetDialect = {
  most: rows => 2 ** Math.floor(Math.log2(Math.min(rows, SQLITE_MOST))),
  form: rows => rows,
  source: (kinds, rows) => {
    const row = `(${kinds.map(() => '?').join(', ')})`
    return `values ${Array.from({ length: rows }, () => row).join(', ')}`
  },
  placed: (table, columns, rows) => {
    const blanks = Array.from({ length: columns }, () => '?').join(', ')
    // One writer at a time: the next writer sees the rows of this one. The scope is in the second and third column of
    // each row.
    const row = (index: number) => {
      const [merchant, mode] = [index * columns + 2, index * columns + 3]
      return `(${blanks}, (select coalesce(max(position), 0) + ${index + 1} from ${table} where merchant_id = ?${merchant} and mode = ?${mode}))`
    }
    return `values ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}`
  },
  parameters: rows => rows.flat(),
  among: (column, list = '') => sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${list}))`,
  list: values => JSON.stringify(values),
}

const ARRAY_TYPES: ColumnTypes = { ...POSTGRES_TYPES, text: 'text', amount: 'numeric' }

/** One array for each column: the statement is the same however many rows there are. */
export const POSTGRES_SETS: SetDialect = {
  most: rows => rows,
  form: rows => Math.min(rows, 2),
  source: kinds => {
    const arrays = kinds.map(
      (kind, index) => `$${index + 1}::${columnType(kind, ARRAY_TYPES).replace(' not null', '')}[]`,
    )
    return `select * from unnest(${arrays.join(', ')})`
  },
  parameters: ([row = [], ...more]) =>
    more.length === 0 ? [...row] : row.map((value, place) => [value, ...more.map(each => each[place])]),
  among: (column, list = '') => sql<SqlBool>`${sql.ref(column)} = any(${list})`,
  list: values => values,
}
