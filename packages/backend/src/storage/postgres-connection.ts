import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Connection, Database, Value } from './engine.ts'
import { answerOf } from './postgres-answer.ts'
import { POSTGRES_SETS } from './set-dialect.ts'
import { createStatements } from './statements.ts'

/** Writes statements and runs none. */
export const POSTGRES_BUILDER: Database = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: database => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

const statements = createStatements(POSTGRES_BUILDER, POSTGRES_SETS)

/** Texts that the server prepares once for a connection; what is written anew each time would only fill its memory. */
const MOST_NAMES = 300
const names = new Map<string, string>()

/** @param named whether the server may keep statements: not where another client may have its connection next */
export function createPostgresConnection(client: pg.ClientBase, named: boolean): Connection {
  let last: Promise<unknown> = Promise.resolve()
  const query = async (text: string, values: readonly unknown[], before: Promise<unknown>) => {
    await before
    const name = named ? nameOf(text) : undefined
    const { rows } = await answerOf(
      client.query<Value[]>({
        ...{ text, values: [...values], rowMode: 'array' },
        ...(name && { name }),
      }),
    )
    return rows
  }
  return {
    builder: POSTGRES_BUILDER,
    sets: POSTGRES_SETS,
    statements,
    run: (text, values) => {
      // One after the other, whoever asks: the driver takes the next one only when it is done with the last.
      const rows = query(text, values, last)
      last = rows.catch(() => {})
      return rows
    },
  }
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `s${names.size}`)
  return names.get(text)
}
