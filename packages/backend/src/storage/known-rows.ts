import type { Value } from './engine.ts'
import type { TableName } from './tables.ts'

/**
 * The rows that one transaction has seen, by table and id, as they are now: they need not be asked for again, and what is written
 * back need not repeat what is there. To be forgotten when another transaction begins on the same connection, when a part of it is
 * rolled back, and by whatever changes rows without saying which.
 */
export type KnownRows = {
  of(table: TableName): {
    get(id: string): readonly Value[] | undefined
    set(id: string, values: readonly Value[]): void
    clear(): void
  }
  forget(): void
}

export function createKnownRows(): KnownRows {
  const tables = new Map<TableName, Map<string, readonly Value[]>>()
  let filled: Map<string, readonly Value[]>[] = []
  return {
    of: table => {
      const rows = tables.get(table) ?? new Map<string, readonly Value[]>()
      tables.set(table, rows)
      return {
        get: id => rows.get(id),
        set: (id, values) => {
          if (rows.size === 0) filled.push(rows)
          rows.set(id, values)
        },
        clear: () => rows.clear(),
      }
    },
    forget: () => {
      for (const rows of filled) rows.clear()
      filled = []
    },
  }
}
