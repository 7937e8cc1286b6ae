import type { Clock } from '../../domain/clock.ts'
import { createSerialQueue } from '../../domain/serial-queue.ts'
import type { Value } from '../engine.ts'
import { migrate, rehearseStart } from '../migrations/migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import { refuseOtherTables } from '../migrations/refuse-other-tables.ts'
import type { OpenOptions } from '../open-storage.ts'
import type { Storage } from '../storage.ts'
import { StorageError } from '../storage-error.ts'
import { createDatabaseClock } from './database-clock.ts'
import { createLeases, type HeldLease, type Leases } from './postgres-leases.ts'
import { createPool, isPooled, refuseUnnamedPooler, settingsOf } from './postgres-pool.ts'
import { PostgresTransactions } from './postgres-transactions.ts'
import { createRetryConflicts } from './retry-conflicts.ts'
import { refuseLooseCommits, refuseOtherEncoding, unusableDatabase } from './unusable-database.ts'

/** Enough to keep two cores of server busy. More would only make units collide. */
const CONNECTIONS = 16

/** Requests that wait for a connection must not hold up the work that ends meters and sends money. */
const HOLDER_CONNECTIONS = 4

/** A lease lasts five seconds: a renewal that gets no answer must leave time for another one, on another connection. */
const LEASE_ANSWER_MS = 2_000

/** A database that other processes use at the same time. */
export type PostgresStorage = Storage & {
  /** The database's time, the same for all of its processes: every unit of work brings it along, and every look at a lease. */
  clock: Clock
  leases: Leases
  /**
   * The same storage for the holder of a lease: its units commit only while the lease is held, each of them. They run one after
   * the other, because a leader's units look over the same rows and would mostly collide with each other. It has connections that no
   * request waits for.
   */
  fenced(lease: HeldLease): Storage
}

/**
 * PostgreSQL: each unit of work has a connection to itself and is serialisable. A unit that collides with another is
 * run again, so `work` must affect only the transaction. Reads see one snapshot and never block or collide. A query
 * without a response for five seconds fails with `unavailable`, and its connection is not used again.
 *
 * @throws {StorageError} `address_invalid`, `unavailable`, and as `migrate`
 */
export async function openPostgresStorage(url: string, options: OpenOptions = {}): Promise<PostgresStorage> {
  const { onTrouble = () => {}, waited = () => {} } = options
  const pool = createPool(url, { size: CONNECTIONS, onTrouble })
  const holderPool = createPool(url, { size: HOLDER_CONNECTIONS, onTrouble })
  // Renewing must not queue behind the units it makes possible, nor behind a look at who else is there.
  const leasePool = createPool(url, { size: 2, onTrouble, answerMillis: LEASE_ANSWER_MS })
  const clock = createDatabaseClock()
  const common = { clock, settings: settingsOf(url), named: !isPooled(url), waited }
  const transactions = new PostgresTransactions({ ...common, pool })
  const holders = new PostgresTransactions({ ...common, pool: holderPool })
  const close = async () => {
    await Promise.all([pool, holderPool, leasePool].map(each => each.end()))
  }
  const retry = createRetryConflicts()
  const storage: Storage = {
    unitOfWork: work => retry(() => transactions.run('unit', work)),
    read: work => transactions.run('read', work),
    close,
  }
  const leases = createLeases(leasePool, clock, settingsOf(url, LEASE_ANSWER_MS))
  try {
    await refuseUnnamedPooler(pool, url)
    await bringUpToDate(url, { ...options, onTrouble })
    await leases.read('')
  } catch (error) {
    await close()
    throw error instanceof StorageError && error.code !== 'unavailable' ? error : unusableDatabase(error)
  }
  return {
    ...storage,
    clock,
    leases,
    fenced: lease => {
      const oneAtATime = createSerialQueue()
      const retryOwn = createRetryConflicts()
      return {
        read: work => holders.run('read', work),
        close,
        unitOfWork: work => oneAtATime(() => retryOwn(() => holders.run('unit', work, lease))),
      }
    },
  }
}

/**
 * Creating the same table at the same instant fails, "if not exists" or not: it is there when the loser looks again. A step may take
 * long, so that nothing here has to be answered in time, and go through whole tables.
 */
async function bringUpToDate(
  url: string,
  { onTrouble, migrations = MIGRATIONS, expected }: OpenOptions & { onTrouble: (error: Error) => void },
): Promise<void> {
  const pool = createPool(url, { size: 1, onTrouble, answerMillis: 0 })
  try {
    await createRetryConflicts()(async () => {
      const client = await pool.connect()
      const run = async (text: string) => (await client.query<Value[]>({ text, rowMode: 'array' })).rows
      const transact = async <T>(work: () => Promise<T>): Promise<T> => {
        await run('begin')
        await run('set local statement_timeout = 0')
        const result = await work()
        await run('commit')
        return result
      }
      // The end of the connection rolls an unfinished transaction back.
      try {
        refuseOtherEncoding((await run('show server_encoding'))[0]?.[0])
        refuseLooseCommits((await run('show synchronous_commit'))[0]?.[0])
        await refuseOtherTables({ engine: 'postgres', run }, 'The database')
        // Before a look at the schema: an empty database, too, can refuse the service.
        if (expected === 'current') await rehearseStart(run)
        await migrate({ engine: 'postgres', run, transact }, migrations, expected)
      } finally {
        client.release(true)
      }
    })
  } finally {
    await pool.end()
  }
}
