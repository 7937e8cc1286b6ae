import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Connection, Database, Value } from '../engine.ts'
import { POSTGRES_SETS } from '../set-dialect.ts'
import { createStatements } from '../statements.ts'
import { answerOf } from './postgres-answer.ts'

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

/**
 * The most statements that the server prepares for a connection. Texts that differ each time would only fill its
 * memory.
 */
const MOST_NAMES = 300
const names = new Map<string, string>()

/**
 * @param named whether the server may keep statements: not where another client may have its connection next
 * @param begun resolves when the transaction has begun. Reads are sent without waiting for it. Any other statement
 * waits, because outside a transaction it would be permanent
 */
export function createPostgresConnection(
  client: pg.ClientBase,
  named: boolean,
  begun: Promise<unknown> = Promise.resolve(),
): Connection {
  let hasBegun = false
  begun.then(
    () => {
      hasBegun = true
    },
    () => {},
  )
  let failure: { of: unknown } | null = null
  const query = async (text: string, values: readonly unknown[]) => {
    if (!hasBegun && !text.startsWith('select ')) await begun
    const name = named ? nameOf(text) : undefined
    try {
      const { rows } = await answerOf(
        client.query<Value[]>({
          ...{ text, values: [...values], rowMode: 'array' },
          ...(name && { name }),
        }),
      )
      return rows
    } catch (error) {
      // Statements queued behind a failure fail because of it.
      failure ??= { of: error }
      throw failure.of
    }
  }
  return {
    builder: POSTGRES_BUILDER,
    sets: POSTGRES_SETS,
    statements,
    run: query,
  }
}

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `s${names.size}`)
  return names.get(text)
}
