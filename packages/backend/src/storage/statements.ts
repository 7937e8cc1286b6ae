import { CamelCasePlugin, type DialectAdapter, DummyDriver, Kysely, type QueryCompiler } from 'kysely'
import type { ColumnKind } from '../domain/columns.ts'
import { sqlName } from './columns.ts'
import type { Database, Row } from './engine.ts'
import type { SetDialect } from './set-dialect.ts'
import { TABLES, type TableName } from './tables.ts'

/** A statement that the builder compiles. */
export type Query = { compile(): Statement }

export type Statement = { sql: string; parameters: readonly unknown[] }

export type Statements = ReturnType<typeof createStatements>

/** Stands for an argument while its statement is compiled. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const PLACEHOLDERS = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/** Writes an engine's statements and runs none. */
export function createBuilder(
  createAdapter: () => DialectAdapter,
  createQueryCompiler: () => QueryCompiler,
): Database {
  const createIntrospector = () => {
    throw new Error('The builder is connected to no database.')
  }
  const createDriver = () => new DummyDriver()
  const dialect = { createAdapter, createDriver, createIntrospector, createQueryCompiler }
  return new Kysely({ dialect, plugins: [new CamelCasePlugin()] })
}

/** The texts of statements, each compiled once for an engine, at its first use. */
export function createStatements(builder: Database, sets: SetDialect) {
  const texts = new Map<string, string>()
  const once = (key: string, make: () => string) => {
    const text = texts.get(key) ?? make()
    texts.set(key, text)
    return text
  }
  const compiled = new Map<string, Statement>()
  return {
    /**
     * A statement that is compiled at its first use under a name.
     *
     * @param name one name for one text: a part that may be absent is another name
     * @param build gets a placeholder in place of each argument
     */
    named: <Args extends object>(name: string, args: Args, build: (args: Args) => Query): Statement => {
      const { sql, parameters } = compiled.get(name) ?? build(PLACEHOLDERS as Args).compile()
      if (!compiled.has(name)) compiled.set(name, { sql, parameters })
      const values = args as Record<string, unknown>
      const argumentOf = (place: unknown) => (place instanceof Placeholder ? values[place.name] : place)
      return { sql, parameters: parameters.map(argumentOf) }
    },
    insert: (table: TableName, rows: number) =>
      once(`insert ${table} ${sets.form(rows)}`, () => {
        const columns = Object.keys(TABLES[table].columns)
        const kinds = Object.values(TABLES[table].columns)
        const names = columns.map(sqlName)
        if (TABLES[table].listed && sets.placed)
          return `insert into ${sqlName(table)} (${names.join(', ')}, position) ${sets.placed(sqlName(table), kinds.length, rows)}`
        if (rows === 1) return builder.insertInto(table).values(blankOf(columns)).compile().sql
        return `insert into ${sqlName(table)} (${names.join(', ')}) ${sets.source(kinds, rows)}`
      }),
    /** Gives the columns at these places new values. Each row is these and then its id. */
    update: (table: TableName, places: readonly number[], rows: number) =>
      once(`update ${table} ${places.join()} ${sets.form(rows)}`, () => {
        const all: [string, ColumnKind][] = Object.entries(TABLES[table].columns)
        const changing = places.map(place => all[place] as [string, ColumnKind])
        const columns = changing.map(([column]) => column)
        if (rows === 1) {
          const change = builder.updateTable(table).set(blankOf(columns))
          return change.where('id', '=', '').compile().sql
        }
        const source = sets.source([...changing.map(([, kind]) => kind), 'text'], rows)
        const names = columns.map(sqlName)
        const changes = names.map(name => `${name} = changed.${name}`)
        return `with changed (${names.join(', ')}, id) as (${source}) update ${sqlName(table)} set ${changes.join(', ')} from changed where ${sqlName(table)}.id = changed.id`
      }),
  }
}

function blankOf(columns: readonly string[]): Row {
  return Object.fromEntries(columns.map(column => [column, '']))
}
