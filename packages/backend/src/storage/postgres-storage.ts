import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction as SqlTransaction, sql } from 'kysely'
import type pg from 'pg'
import { createTables } from './create-tables.ts'
import { createTransaction } from './create-transaction.ts'
import { type Database, POSTGRES_TYPES, type Row } from './engine.ts'
import { createLeases, type HeldLease, type Leases } from './postgres-leases.ts'
import { createPool } from './postgres-pool.ts'
import { retryConflicts } from './retry-conflicts.ts'
import type { Storage, Transaction } from './storage.ts'
import { StorageError } from './storage-error.ts'
import type { TableName } from './tables.ts'

/** Enough to keep two cores of server busy; more only makes units collide. */
const CONNECTIONS = 16

/** Any number, the same in every process: who creates tables holds this lock. */
const TABLES_LOCK = 7_305_142

/** A database that other processes use at the same time. */
export type PostgresStorage = Storage & {
  leases: Leases
  /**
   * The same storage for the holder of a lease: its units commit only while the lease is held, each of them. They run one after
   * the other, because a leader's units look over the same rows and would mostly collide with each other.
   */
  fenced(lease: HeldLease): Storage
}

/**
 * PostgreSQL: each unit of work has a connection to itself and is serialisable; one that collides with another is run again, so
 * `work` must have no effect but on the transaction. Reads see one snapshot and never block or collide.
 *
 * @param onTrouble told of idle connections that end
 * @throws {StorageError} `address_invalid`, `unavailable`
 */
export async function openPostgresStorage(
  url: string,
  onTrouble: (error: Error) => void = () => {},
): Promise<PostgresStorage> {
  const pool = createPool(url, CONNECTIONS, onTrouble)
  // Renewing must not queue behind the units it makes possible.
  const leasePool = createPool(url, 1, onTrouble)
  const database = kyselyOver(pool)
  const close = async () => {
    await Promise.all([database.destroy(), leasePool.end()])
  }
  try {
    await createOnce(database)
  } catch (error) {
    await close()
    throw new StorageError('unavailable', 'The database cannot be used.', { cause: error })
  }
  const leases = createLeases(kyselyOver(leasePool))

  const unitOfWork = <T>(work: (transaction: Transaction) => Promise<T>, lease?: HeldLease): Promise<T> =>
    retryConflicts(() =>
      database
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async connection => {
          if (lease) await leases.confirm(connection as Database, lease)
          return work(createTransaction(connection as Database))
        }),
    )
  const storage: Storage = {
    unitOfWork: work => unitOfWork(work),
    read: work =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(connection => work(createTransaction(connection as Database))),
    close,
  }
  return {
    ...storage,
    leases,
    fenced: lease => {
      let last: Promise<unknown> = Promise.resolve()
      return {
        ...storage,
        unitOfWork: work => {
          const result = last.then(() => unitOfWork(work, lease))
          last = result.catch(() => {})
          return result
        },
      }
    },
  }
}

function kyselyOver(pool: pg.Pool): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}

/** Creating a table that another process creates at this instant fails, "if not exists" or not: one at a time. */
async function createOnce(database: Database): Promise<void> {
  await database.transaction().execute(async (connection: SqlTransaction<Record<TableName, Row>>) => {
    await sql`select pg_advisory_xact_lock(${TABLES_LOCK})`.execute(connection)
    await createTables(connection as Database, POSTGRES_TYPES)
    await sql
      .raw(
        'create table if not exists leases (id text primary key, token bigint not null, holder text not null, expires_at timestamptz not null)',
      )
      .execute(connection)
  })
}
