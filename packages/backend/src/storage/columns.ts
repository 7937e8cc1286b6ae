import type { MeterTerms } from '@per-second/protocol/terms'

/**
 * How a column is kept. `amount` is an integer of any size (text in SQLite, numeric(40,0) in PostgreSQL), `instant` and `integer`
 * fit a double, `flag` is 0 or 1, `json` is text. A question mark allows null.
 */
export type ColumnKind =
  | 'text'
  | 'text?'
  | 'integer'
  | 'integer?'
  | 'instant'
  | 'instant?'
  | 'flag'
  | 'amount'
  | 'json'
  | 'terms'

/** The kinds that can keep a property's value. */
type KindOf<Value> = unknown extends Value
  ? 'json'
  : null extends Value
    ? OrNull<RequiredKind<NonNullable<Value>>>
    : RequiredKind<Value>

type RequiredKind<Value> = [Value] extends [bigint]
  ? 'amount'
  : [Value] extends [boolean]
    ? 'flag'
    : [Value] extends [number]
      ? 'integer' | 'instant'
      : [Value] extends [string]
        ? 'text'
        : [Value] extends [MeterTerms]
          ? 'terms'
          : 'json'

/** JSON has its own null. An amount, a flag or terms cannot be missing. */
type OrNull<Kind extends ColumnKind> = Kind extends 'json' ? 'json' : Extract<ColumnKind, `${Kind}?`>

/**
 * A table with a column for every property of an entity, each of a kind that can keep it. A forgotten property does not
 * compile.
 */
export type TableOf<Entity> = {
  columns: { [Property in keyof Entity]-?: KindOf<Entity[Property]> }
  /** Lists of columns: `unique` ones are rules, the others ways in for a look-up. */
  unique?: (keyof Entity & string)[][]
  indexes?: ((keyof Entity & string) | 'position' | 'positionBlock')[][]
  /** Indexes of only the rows whose status is `pending`: finished rows cost them nothing, in any number. */
  pendingIndexes?: (keyof Entity & string)[][]
  /** Its rows are read in lists: each has a `position`, which grows in the order of the commits within a merchant and mode. */
  listed?: true
}

/** The size of the blocks of positions. `positionBlock` in an index is a position's block (`newestInBlocks`). */
export const POSITIONS_PER_BLOCK = 32_768

/** Any table, also a table whose entity no longer exists. */
export type TableSpec = {
  columns: Record<string, ColumnKind>
  unique?: string[][]
  indexes?: string[][]
  pendingIndexes?: string[][]
  listed?: true
}

/** A table's or column's name in the database. */
export function sqlName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
