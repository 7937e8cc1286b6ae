import type { ColumnKind } from '../domain/columns.ts'

/** The size of the blocks of positions. `positionBlock` in an index is a position's block (`newestInBlocks`). */
export const POSITIONS_PER_BLOCK = 32_768

/** A table with these columns, and the indexes over them. */
export type TableSpec<Columns extends string = string> = {
  columns: Record<Columns, ColumnKind>
  /** Lists of columns: `unique` ones are rules, the others ways in for a look-up. */
  unique?: Columns[][]
  indexes?: (Columns | 'position' | 'positionBlock')[][]
  /** Indexes of only the rows whose status is `pending`: finished rows cost them nothing, in any number. */
  pendingIndexes?: Columns[][]
  /** Its rows are read in lists: each has a `position`, which grows in the order of the commits within a merchant and mode. */
  listed?: true
}

/** A table's or column's name in the database. */
export function sqlName(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
