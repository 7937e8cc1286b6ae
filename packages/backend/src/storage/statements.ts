import { type ColumnKind, sqlName } from './columns.ts'
import type { Database } from './engine.ts'
import type { SetDialect } from './set-dialect.ts'
import { TABLES, type TableName } from './tables.ts'

/** The texts of the statements of every day, each made once for an engine, at its first use. */
export type Statements = {
  /** Rows with these values in these columns, and in the last one of them one of a list if so asked. */
  matching(
    table: TableName,
    columns: readonly string[],
    order: { by: string; among?: 'among' | undefined },
  ): string
  insert(table: TableName, rows: number): string
  /** Gives the columns at these places new values; each row is its id and then these. */
  update(table: TableName, places: readonly number[], rows: number): string
}

export function createStatements(builder: Database, sets: SetDialect): Statements {
  const texts = new Map<string, string>()
  const once = (key: string, make: () => string) => {
    const text = texts.get(key) ?? make()
    texts.set(key, text)
    return text
  }
  return {
    matching: (table, columns, { by, among }) =>
      once(
        `matching ${table} ${columns.join()} ${by} ${among}`,
        () =>
          columns
            .reduce(
              (query, column, index) =>
                among && index === columns.length - 1
                  ? query.where(sets.among(column))
                  : query.where(column, '=', ''),
              builder.selectFrom(table).select(Object.keys(TABLES[table].columns)),
            )
            .orderBy(by)
            .$if(by !== 'id', query => query.orderBy('id'))
            .compile().sql,
      ),
    insert: (table, rows) =>
      once(`insert ${table} ${rows}`, () => {
        const { names, kinds } = columnsOf(table)
        return `insert into ${sqlName(table)} (${names.join(', ')}) ${sets.source(kinds, rows)}`
      }),
    update: (table, places, rows) =>
      once(`update ${table} ${places.join()} ${rows}`, () => {
        const { names, kinds } = columnsOf(table)
        const written = [0, ...places].map(place => names[place] as string)
        const source = sets.source(
          [0, ...places].map(place => kinds[place] as ColumnKind),
          rows,
        )
        const changes = written.slice(1).map(name => `${name} = changed.${name}`)
        return `with changed (${written.join(', ')}) as (${source}) update ${sqlName(table)} set ${changes.join(', ')} from changed where ${sqlName(table)}.id = changed.id`
      }),
  }
}

function columnsOf(table: TableName): { names: string[]; kinds: ColumnKind[] } {
  const { columns } = TABLES[table]
  return { names: Object.keys(columns).map(sqlName), kinds: Object.values(columns) }
}
