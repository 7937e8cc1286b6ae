import { PostgresAdapter, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { createTransaction } from '../create-transaction.ts'
import type { Connection, Value } from '../engine.ts'
import { POSTGRES_SETS } from '../set-dialect.ts'
import { createBuilder, createStatements } from '../statements.ts'
import type { Transaction } from '../storage.ts'
import { StorageError } from '../storage-error.ts'
import { UnitOfWork } from '../unit-of-work.ts'
import { type DatabaseClock, TIME } from './database-clock.ts'
import { answerOf } from './postgres-answer.ts'
import { confirmationOf, type HeldLease } from './postgres-leases.ts'

/** Reads never block or collide. Each unit works as if alone. */
const ISOLATION = { unit: 'serializable', read: 'repeatable read read only' } as const

type Kind = keyof typeof ISOLATION

export type PostgresTransactionsParameters = {
  /** Where each transaction takes a connection for itself. */
  pool: pg.Pool
  clock: DatabaseClock
  /** Statements that give a transaction its time limits and planning, as `settingsOf` has them. */
  settings: string
  /** Whether statements are prepared under names. */
  named: boolean
  /** Told how long each transaction waited for its connection, in seconds. */
  waited: (seconds: number) => void
}

/** Transactions on the connections of one pool. */
export class PostgresTransactions {
  readonly #parameters: PostgresTransactionsParameters

  constructor(parameters: PostgresTransactionsParameters) {
    this.#parameters = parameters
  }

  /**
   * Runs this work in a transaction of its own and commits it.
   *
   * @param lease commits only while it is held
   * @throws {StorageError} `lease_lost`, `unavailable`, or any error of the work, which rolls everything back
   */
  async run<T>(kind: Kind, work: (transaction: Transaction) => Promise<T>, lease?: HeldLease): Promise<T> {
    const { pool, clock, named, waited } = this.#parameters
    const queuedAt = performance.now()
    const client = await answerOf(pool.connect())
    waited((performance.now() - queuedAt) / 1_000)
    try {
      const isTimeKnown = clock.isFresh()
      const begun = this.#begin(client, kind, lease)
      const unit = new UnitOfWork(createPostgresConnection(client, named, begun))
      if (kind === 'unit' && !isTimeKnown) await begun
      const result = await work(createTransaction(unit))
      await begun
      if (kind === 'read') {
        // A read is complete, so no caller waits for its commit.
        client.query('commit').then(
          () => client.release(),
          () => client.release(true),
        )
        return result
      }
      // Sent with the last writes: the server makes a rollback of it if one of them failed.
      await Promise.all([unit.write(), answerOf(client.query('commit'))])
      client.release()
      return result
    } catch (error) {
      await giveUp(client, error)
      throw error
    }
  }

  /** One round trip: the transaction, the fence and, unless it was heard just now, the time in the snapshot that the unit then sees. */
  async #begin(client: pg.PoolClient, kind: Kind, lease?: HeldLease): Promise<void> {
    const { clock, settings } = this.#parameters
    const fence = lease ? `; ${confirmationOf(lease)}` : ''
    const time = clock.isFresh(kind === 'read') ? '' : `; select ${TIME}`
    const sentAt = performance.now()
    const answer: unknown = await answerOf(
      client.query(`begin isolation level ${ISOLATION[kind]}${settings}${fence}${time}`),
    )
    // The driver returns a list for several statements at once, which its types do not know.
    const found = ([answer].flat() as pg.QueryResult[]).filter(({ command }) => command === 'SELECT')
    if (lease && found[0]?.rowCount !== 1)
      throw new StorageError('lease_lost', 'Another process has taken over: this one does nothing more.')
    if (time !== '') clock.heard(found.at(-1)?.rows[0].time / 1_000, sentAt)
  }
}

/** A silent server gets no rollback: closing its connection does that, and the first error says why. */
async function giveUp(client: pg.PoolClient, error: unknown): Promise<void> {
  const isLost =
    (error instanceof StorageError && error.code === 'unavailable') ||
    (await client.query('rollback').then(
      () => false,
      () => true,
    ))
  client.release(isLost)
}

export const POSTGRES_BUILDER = createBuilder(
  () => new PostgresAdapter(),
  () => new PostgresQueryCompiler(),
)

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
          text,
          values: [...values],
          rowMode: 'array',
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
