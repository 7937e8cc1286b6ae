import { type MeterTerms, termsFromWire, termsToWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import type { Row } from './engine.ts'
import { TABLES, type TableName, type TableSpec } from './tables.ts'

/** Turns entities into rows and back, by the kinds of the table's columns. The one place that knows how values are stored. */
export function createRowCodec<Entity>(table: TableName): {
  toRow(entity: Entity): Row
  fromRow(row: Row): Entity
} {
  const columns = Object.entries((TABLES[table] as TableSpec).columns)
  return {
    toRow: entity => {
      const row: Row = {}
      const values = entity as Record<string, unknown>
      for (const [column, kind] of columns) {
        const value = values[column]
        if (kind === 'flag') row[column] = value ? 1 : 0
        else if (kind === 'amount') row[column] = String(value)
        else if (kind === 'json') row[column] = JSON.stringify(value)
        else if (kind === 'terms') row[column] = JSON.stringify(termsToWire(value as MeterTerms))
        else row[column] = value as string | number | null
      }
      return row
    },
    fromRow: row => {
      const entity: Record<string, unknown> = {}
      for (const [column, kind] of columns) {
        const value = row[column] ?? null
        if (kind === 'flag') entity[column] = value === 1
        else if (kind === 'amount') entity[column] = BigInt(value as string)
        else if (kind === 'json') entity[column] = JSON.parse(value as string)
        else if (kind === 'terms')
          entity[column] = termsFromWire(JSON.parse(value as string) as WireMeterTerms)
        else entity[column] = value
      }
      return entity as Entity
    },
  }
}
