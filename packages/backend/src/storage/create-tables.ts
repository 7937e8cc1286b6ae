import { sql } from 'kysely'
import { type ColumnTypes, columnType, type Database } from './engine.ts'
import { TABLES, type TableSpec } from './tables.ts'

/** Creates what is missing. Safe to run at every start, also by several processes. */
export async function createTables(database: Database, types: ColumnTypes): Promise<void> {
  for (const [table, spec] of Object.entries(TABLES) as [string, TableSpec][]) {
    const name = snake(table)
    const columns = Object.entries(spec.columns).map(
      ([column, kind], index) =>
        `${snake(column)} ${columnType(kind, types)}${index === 0 ? ' primary key' : ''}`,
    )
    await sql.raw(`create table if not exists ${name} (${columns.join(', ')})`).execute(database)
    for (const [kind, lists] of [
      ['unique index', spec.unique ?? []],
      ['index', spec.indexes ?? []],
    ] as const) {
      for (const list of lists) {
        const on = list.map(snake)
        await sql
          .raw(`create ${kind} if not exists ${name}_${on.join('_')} on ${name} (${on.join(', ')})`)
          .execute(database)
      }
    }
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
