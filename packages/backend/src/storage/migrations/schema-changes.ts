import { POSITIONS_PER_BLOCK, sqlName, type TableSpec } from '../columns.ts'
import { columnType, type Engine, POSTGRES_TYPES, SQLITE_TYPES, type Value } from '../engine.ts'
import { PENDING } from '../pending.ts'

/** Runs a statement in the transaction of a step. @returns its rows, each a list of values */
export type Run = (statement: string) => Promise<Value[][]>

export type SchemaChanges = ReturnType<typeof createSchemaChanges>

/** The calls of a migration: names as in the code, and the same calls for both engines. */
export function createSchemaChanges(run: Run, engine: Engine) {
  const types = engine === 'sqlite' ? SQLITE_TYPES : POSTGRES_TYPES
  const addIndexes = async (table: string, spec: Omit<TableSpec, 'columns' | 'listed'>) => {
    const { unique = [], indexes = [], pendingIndexes = [] } = spec
    const add = (kind: 'index' | 'unique index', name: readonly string[], columns: string) =>
      run(`create ${kind} if not exists ${indexName(table, name)} on ${sqlName(table)} ${columns}`)
    for (const list of unique) await add('unique index', list, indexed(list))
    for (const list of indexes) await add('index', list, indexed(list))
    for (const list of pendingIndexes)
      await add('index', ['pending', ...list], `${indexed(list)} where ${PENDING}`)
  }
  return {
    engine,
    /** Any other statement, in words of the database that both engines have. Types of new columns are in `engine.ts`. */
    run,
    addIndexes,
    /** Creates the table and its indexes. The first column is the primary key. */
    createTable: async (table: string, spec: TableSpec) => {
      const declared = Object.entries(spec.columns).map(
        ([column, kind], index) =>
          `${sqlName(column)} ${columnType(kind, types)}${index === 0 ? ' primary key' : ''}`,
      )
      if (spec.listed) {
        if (engine === 'postgres') await run('create sequence if not exists list_positions')
        const next = engine === 'postgres' ? "nextval('list_positions')" : '0'
        declared.push(`position ${types.integer} not null default ${next}`)
      }
      await run(`create table ${sqlName(table)} (${declared.join(', ')})`)
      await addIndexes(table, spec)
    },
  }
}

/** PostgreSQL cuts longer names. */
function indexName(table: string, columns: readonly string[]): string {
  return `${sqlName(table)}_${columns.map(sqlName).join('_')}`.slice(0, 63)
}

function indexed(columns: readonly string[]): string {
  const named = columns.map(column =>
    column === 'positionBlock' ? `(position / ${POSITIONS_PER_BLOCK})` : sqlName(column),
  )
  return `(${named.join(', ')})`
}
