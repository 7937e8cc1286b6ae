import type { Value } from './engine.ts'
import type { TableName } from './tables.ts'

/**
 * The rows that one transaction has seen, by table and id, as they are now: they need not be asked for again, and what is written
 * back need not repeat what is there. To be forgotten when another transaction begins on the same connection, when a part of it is
 * rolled back, and by whatever changes rows without saying which.
 */
export type KnownRows = {
  of(table: TableName): Map<string, readonly Value[]>
  forget(): void
}

export function createKnownRows(): KnownRows {
  const tables = new Map<TableName, Map<string, readonly Value[]>>()
  return {
    of: table => {
      const rows = tables.get(table) ?? new Map<string, readonly Value[]>()
      tables.set(table, rows)
      return rows
    },
    forget: () => {
      for (const rows of tables.values()) rows.clear()
    },
  }
}
