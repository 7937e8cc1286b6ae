import { type MeterTerms, termsFromWire, termsToWire } from '@per-second/protocol/terms'
import type { WireMeterTerms } from '@per-second/protocol/types'
import type { ColumnKind } from '../domain/columns.ts'
import type { Value } from './engine.ts'
import { type Entities, TABLES, type TableName } from './tables.ts'

/** Turns entities into rows and back, by the kinds of the table's columns. The one place that knows how values are stored. */
export type RowCodec<Entity> = {
  /** The names of the columns, in the order of a row's values. */
  columns: readonly string[]
  toValues(entity: Entity): Value[]
  fromValues(values: readonly Value[]): Entity
}

type Conversion = { store: (value: unknown) => Value; load: (value: Value) => unknown }

const AS_IS: Conversion = { store: value => value as Value, load: value => value }
const AMOUNT: Conversion = { store: String, load: value => BigInt(value as string) }
const FLAG: Conversion = { store: value => (value ? 1 : 0), load: value => value === 1 }
const JSON_TEXT: Conversion = {
  store: value => JSON.stringify(value),
  load: value => JSON.parse(value as string),
}
const TERMS: Conversion = {
  store: value => JSON.stringify(termsToWire(value as MeterTerms)),
  load: value => termsFromWire(JSON.parse(value as string) as WireMeterTerms),
}

function conversionOf(kind: ColumnKind): Conversion {
  switch (kind) {
    case 'amount':
      return AMOUNT
    case 'flag':
      return FLAG
    case 'json':
      return JSON_TEXT
    case 'terms':
      return TERMS
    default:
      return AS_IS
  }
}

function createRowCodec<Entity>(spec: Record<string, ColumnKind>): RowCodec<Entity> {
  const columns = Object.keys(spec)
  const conversions = Object.values(spec).map(conversionOf)
  return {
    columns,
    toValues: entity => {
      const fields = entity as Record<string, unknown>
      return columns.map((column, index) => (conversions[index] as Conversion).store(fields[column]))
    },
    fromValues: values => {
      const entity: Record<string, unknown> = {}
      for (let index = 0; index < columns.length; index += 1) {
        const { load } = conversions[index] as Conversion
        entity[columns[index] as string] = load(values[index] ?? null)
      }
      return entity as Entity
    },
  }
}

const CODECS = new Map<string, RowCodec<unknown>>(
  Object.entries(TABLES).map(([table, { columns }]) => [table, createRowCodec(columns)]),
)

export function rowCodec<Table extends TableName>(table: Table): RowCodec<Entities[Table]> {
  return CODECS.get(table) as RowCodec<Entities[Table]>
}
