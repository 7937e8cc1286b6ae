import { sql } from 'kysely'
import { type ColumnKind, POSITIONS_PER_BLOCK, sqlName, type TableSpec } from '../columns.ts'
import {
  type ColumnTypes,
  columnType,
  type Database,
  type Engine,
  POSTGRES_TYPES,
  SQLITE_TYPES,
} from '../engine.ts'
import { PENDING } from '../pending.ts'

/** What a migration is written in: names as in the code, and the same words for both engines. */
export type SchemaChanges = {
  engine: Engine
  /** Moves what rows say, inside the migration. */
  database: Database
  /** Creates the table and its indexes, or those of them that are missing. The first column is the primary key. */
  createTable(table: string, spec: TableSpec): Promise<void>
  /** Adds a column; rows that are there, and rows of older processes, get `otherwise` (null for kinds that allow it). */
  addColumn(table: string, column: string, kind: ColumnKind, otherwise: string | number | null): Promise<void>
  /** Its indexes go on with it, under the names they have. Processes of the version before cannot use the table any more. */
  renameColumn(table: string, from: string, to: string): Promise<void>
  /** Processes of the version before cannot use the table any more. */
  dropColumn(table: string, column: string): Promise<void>
  /** Gives rows of a list their place: those that are there by `order`, new ones as statements.ts and unit-of-work.ts say. */
  addPosition(table: string, order?: readonly string[]): Promise<void>
  /** @param kind `pending`: of rows alone whose status is that */
  addIndex(table: string, columns: readonly string[], kind?: IndexKind): Promise<void>
  dropIndex(table: string, columns: readonly string[]): Promise<void>
}

type IndexKind = 'unique' | 'pending'

const TYPES: Record<Engine, ColumnTypes> = { sqlite: SQLITE_TYPES, postgres: POSTGRES_TYPES }

export function createSchemaChanges(database: Database, engine: Engine): SchemaChanges {
  const types = TYPES[engine]
  const run = async (statement: string) => {
    await sql.raw(statement).execute(database)
  }
  const addIndex: SchemaChanges['addIndex'] = (table, columns, kind) => {
    const [name, only] =
      kind === 'pending'
        ? [indexName(table, ['pending', ...columns]), ` where ${PENDING}`]
        : [indexName(table, columns), '']
    return run(
      `create ${kind === 'unique' ? 'unique ' : ''}index if not exists ${name} on ${sqlName(table)} (${columns.map(indexed).join(', ')})${only}`,
    )
  }
  const addPosition: SchemaChanges['addPosition'] = async (table, order = ['id']) => {
    const name = sqlName(table)
    await run(`alter table ${name} add column position ${types.integer} not null default 0`)
    await run(
      `update ${name} set position = placed.place from (select id, row_number() over (order by ${order.map(sqlName).join(', ')}) as place from ${name}) as placed where ${name}.id = placed.id`,
    )
    if (engine === 'sqlite') return
    await run('create sequence if not exists list_positions')
    await run(
      `select setval('list_positions', greatest((select coalesce(max(position), 0) + 1 from ${name}), nextval('list_positions')))`,
    )
    await run(`alter table ${name} alter column position set default nextval('list_positions')`)
  }
  return {
    engine,
    database,
    addIndex,
    addPosition,
    createTable: async (table, { columns, unique = [], indexes = [], pendingIndexes = [], listed }) => {
      const declared = Object.entries(columns).map(
        ([column, kind], index) =>
          `${sqlName(column)} ${columnType(kind, types)}${index === 0 ? ' primary key' : ''}`,
      )
      await run(`create table if not exists ${sqlName(table)} (${declared.join(', ')})`)
      if (listed) await addPosition(table)
      for (const list of unique) await addIndex(table, list, 'unique')
      for (const list of indexes) await addIndex(table, list)
      for (const list of pendingIndexes) await addIndex(table, list, 'pending')
    },
    addColumn: (table, column, kind, otherwise) =>
      run(
        `alter table ${sqlName(table)} add column ${sqlName(column)} ${columnType(kind, types)}${otherwise === null ? '' : ` default ${literal(otherwise)}`}`,
      ),
    renameColumn: (table, from, to) =>
      run(`alter table ${sqlName(table)} rename column ${sqlName(from)} to ${sqlName(to)}`),
    dropColumn: (table, column) => run(`alter table ${sqlName(table)} drop column ${sqlName(column)}`),
    dropIndex: (table, columns) => run(`drop index if exists ${indexName(table, columns)}`),
  }
}

/** PostgreSQL cuts longer names. */
function indexName(table: string, columns: readonly string[]): string {
  return `${sqlName(table)}_${columns.map(sqlName).join('_')}`.slice(0, 63)
}

function indexed(column: string): string {
  return column === 'positionBlock' ? `(position / ${POSITIONS_PER_BLOCK})` : sqlName(column)
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
