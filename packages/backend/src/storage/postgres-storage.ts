import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { createTransaction } from './create-transaction.ts'
import type { Database } from './engine.ts'
import { migrate } from './migrations/migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { createPostgresConnection } from './postgres-connection.ts'
import { createLeases, type HeldLease, type Leases } from './postgres-leases.ts'
import { createPool, isPooled } from './postgres-pool.ts'
import { retryConflicts } from './retry-conflicts.ts'
import type { Storage, Transaction } from './storage.ts'
import { StorageError } from './storage-error.ts'
import { UnitOfWork } from './unit-of-work.ts'

/** Enough to keep two cores of server busy; more only makes units collide. */
const CONNECTIONS = 16

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
 * @throws {StorageError} `address_invalid`, `unavailable`, `schema_newer`
 */
export async function openPostgresStorage(
  url: string,
  onTrouble: (error: Error) => void = () => {},
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<PostgresStorage> {
  const pool = createPool(url, CONNECTIONS, onTrouble)
  // Renewing must not queue behind the units it makes possible.
  const leasePool = createPool(url, 1, onTrouble)
  const database = kyselyOver(pool)
  const close = async () => {
    await Promise.all([database.destroy(), leasePool.end()])
  }
  try {
    await bringUpToDate(database, migrations)
  } catch (error) {
    await close()
    if (error instanceof StorageError) throw error
    throw new StorageError('unavailable', 'The database cannot be used.', { cause: error })
  }
  const leases = createLeases(kyselyOver(leasePool))
  const named = !isPooled(url)

  const transact = async <T>(
    mode: string,
    work: (transaction: Transaction) => Promise<T>,
    lease?: HeldLease,
  ): Promise<T> => {
    const client = await pool.connect()
    try {
      await client.query(`begin isolation level ${mode}`)
      const connection = createPostgresConnection(client, named)
      if (lease) await leases.confirm(connection, lease)
      const unit = new UnitOfWork(connection)
      const result = await work(createTransaction(unit))
      await unit.write()
      await client.query('commit')
      return result
    } catch (error) {
      // A connection that is gone has rolled back already; the first error says why.
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
  const unitOfWork = <T>(work: (transaction: Transaction) => Promise<T>, lease?: HeldLease): Promise<T> =>
    retryConflicts(() => transact('serializable', work, lease))
  const read: Storage['read'] = work => transact('repeatable read read only', work)
  const storage: Storage = {
    unitOfWork: work => unitOfWork(work),
    read,
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

/** Creating the same table at the same instant fails, "if not exists" or not: it is there when the loser looks again. */
async function bringUpToDate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const transact = <T>(work: (connection: Database) => Promise<T>): Promise<T> =>
    database.transaction().execute(async connection => {
      await sql`set local statement_timeout = 0`.execute(connection)
      return work(connection as Database)
    })
  await retryConflicts(() => migrate({ engine: 'postgres', database, transact }, migrations))
}
