import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../../domain/clock.ts'
import { createTransaction } from '../create-transaction.ts'
import type { Database } from '../engine.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import type { Storage, Transaction } from '../storage.ts'
import { StorageError } from '../storage-error.ts'
import { UnitOfWork } from '../unit-of-work.ts'
import { createDatabaseClock, TIME } from './database-clock.ts'
import { answerOf } from './postgres-answer.ts'
import { createPostgresConnection } from './postgres-connection.ts'
import { confirmationOf, createLeases, type HeldLease, type Leases } from './postgres-leases.ts'
import { createPool, isPooled, limitsOf, refuseUnnamedPooler } from './postgres-pool.ts'
import { createRetryConflicts } from './retry-conflicts.ts'

/** Enough to keep two cores of server busy; more only makes units collide. */
const CONNECTIONS = 16

/** What requests leave waiting for a connection must not hold up the work that ends meters and sends money. */
const HOLDER_CONNECTIONS = 4

/** Reads never block or collide; units do as if each were alone. */
const ISOLATION = { unit: 'serializable', read: 'repeatable read read only' } as const

/** A lease lasts five seconds: a renewal that gets no answer must leave time for another one, on another connection. */
const LEASE_ANSWER_MS = 2_000

/** A database that other processes use at the same time. */
export type PostgresStorage = Storage & {
  /** The database's time, the same for all of its processes: every unit of work brings it along, and every look at a lease. */
  clock: Clock
  leases: Leases
  /** What a lease is like, for whoever watches: on a connection that no renewal waits for. */
  look: Leases['look']
  /**
   * The same storage for the holder of a lease: its units commit only while the lease is held, each of them. They run one after
   * the other, because a leader's units look over the same rows and would mostly collide with each other. It has connections that no
   * request waits for.
   */
  fenced(lease: HeldLease): Storage
}

/**
 * PostgreSQL: each unit of work has a connection to itself and is serialisable; one that collides with another is run again, so
 * `work` must have no effect but on the transaction. Reads see one snapshot and never block or collide. What the database leaves
 * unanswered for five seconds fails with `unavailable`, and its connection is used by nobody any more.
 *
 * @param onTrouble told of idle connections that end
 * @param waited told how long each transaction waited for its connection, in seconds
 * @throws {StorageError} `address_invalid`, `unavailable`, `schema_newer`
 */
export async function openPostgresStorage(
  url: string,
  onTrouble: (error: Error) => void = () => {},
  migrations: readonly Migration[] = MIGRATIONS,
  waited: (seconds: number) => void = () => {},
): Promise<PostgresStorage> {
  await bringUpToDate(url, onTrouble, migrations)
  const pool = createPool(url, CONNECTIONS, onTrouble)
  const holderPool = createPool(url, HOLDER_CONNECTIONS, onTrouble)
  // Renewing must not queue behind the units it makes possible, nor behind a look at who else is there.
  const leasePool = createPool(url, 2, onTrouble, LEASE_ANSWER_MS)
  const clock = createDatabaseClock()
  const named = !isPooled(url)
  const limits = limitsOf(url)

  /** One round trip: the transaction, the fence and, unless it was heard just now, the time in the snapshot that the unit then sees. */
  const begin = async (
    client: pg.PoolClient,
    kind: keyof typeof ISOLATION,
    lease?: HeldLease,
  ): Promise<void> => {
    const fence = lease ? `; ${confirmationOf(lease)}` : ''
    const time = clock.isFresh(kind === 'read') ? '' : `; select ${TIME}`
    const asked = performance.now()
    const answer: unknown = await answerOf(
      client.query(`begin isolation level ${ISOLATION[kind]}${limits}${fence}${time}`),
    )
    // What the driver answers to several statements at once is a list, which its types do not know.
    const found = ([answer].flat() as pg.QueryResult[]).filter(({ command }) => command === 'SELECT')
    if (lease && found[0]?.rowCount !== 1)
      throw new StorageError('lease_lost', 'Another process has taken over: this one does nothing more.')
    if (time !== '') clock.heard(found.at(-1)?.rows[0].time, asked)
  }

  const transact = async <T>(
    kind: keyof typeof ISOLATION,
    work: (transaction: Transaction) => Promise<T>,
    on = pool,
    lease?: HeldLease,
  ): Promise<T> => {
    const asked = performance.now()
    const client = await answerOf(on.connect())
    waited((performance.now() - asked) / 1_000)
    try {
      const isTimeKnown = clock.isFresh()
      const begun = begin(client, kind, lease)
      const unit = new UnitOfWork(createPostgresConnection(client, named, begun))
      if (kind === 'unit' && !isTimeKnown) await begun
      const result = await work(createTransaction(unit))
      await begun
      if (kind === 'read') {
        // What was read is what it is: nobody waits for the end of it.
        client.query('commit').then(
          () => client.release(),
          () => client.release(true),
        )
        return result
      }
      await unit.write()
      await answerOf(client.query('commit'))
      client.release()
      return result
    } catch (error) {
      // Whoever does not answer is not asked to roll back either: without its connection it does, and the first error says why.
      const isLost =
        (error instanceof StorageError && error.code === 'unavailable') ||
        (await client.query('rollback').then(
          () => false,
          () => true,
        ))
      client.release(isLost)
      throw error
    }
  }
  const close = async () => {
    await Promise.all([pool, holderPool, leasePool].map(each => each.end()))
  }
  const retry = createRetryConflicts()
  const storage: Storage = {
    unitOfWork: work => retry(() => transact('unit', work)),
    read: work => transact('read', work),
    close,
  }
  const leases = createLeases(leasePool, clock, limitsOf(url, LEASE_ANSWER_MS))
  try {
    await refuseUnnamedPooler(leasePool, url)
    await leases.look('')
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...storage,
    clock,
    leases,
    look: createLeases(pool, clock, limits).look,
    fenced: lease => {
      let last: Promise<unknown> = Promise.resolve()
      const retryOwn = createRetryConflicts()
      return {
        read: work => transact('read', work, holderPool),
        close,
        unitOfWork: work => {
          const result = last.then(() => retryOwn(() => transact('unit', work, holderPool, lease)))
          last = result.catch(() => {})
          return result
        },
      }
    },
  }
}

/**
 * Creating the same table at the same instant fails, "if not exists" or not: it is there when the loser looks again. A step may take
 * long, so that nothing here has to be answered in time.
 */
async function bringUpToDate(
  url: string,
  onTrouble: (error: Error) => void,
  migrations: readonly Migration[],
): Promise<void> {
  const pool = createPool(url, 1, onTrouble, 0)
  const database: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  })
  const transact = <T>(work: (connection: Database) => Promise<T>): Promise<T> =>
    database.transaction().execute(async connection => {
      await sql`set local statement_timeout = 0`.execute(connection)
      return work(connection as Database)
    })
  try {
    await createRetryConflicts()(() => migrate({ engine: 'postgres', database, transact }, migrations))
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError('unavailable', 'The database cannot be used.', { cause: error })
  } finally {
    await database.destroy()
  }
}
