import type { Value } from './engine.ts'
import type { TableName } from './tables.ts'

/**
 * The rows that one unit of work has read or written, by table and id, as they are now: what it writes back need not repeat what is
 * there. To be forgotten before another unit uses the same connection.
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
