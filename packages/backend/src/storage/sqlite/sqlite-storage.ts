import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createGroupQueue, type GroupQueue } from '../../domain/group-queue.ts'
import { createTransaction } from '../create-transaction.ts'
import { schemaMissing } from '../migrations/migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import type { OpenOptions } from '../open-storage.ts'
import type { Storage, Transaction } from '../storage.ts'
import { StorageError } from '../storage-error.ts'
import { UnitOfWork } from '../unit-of-work.ts'
import { createSqliteConnection, openSqliteDatabase } from './open-sqlite-database.ts'
import { sqliteFailure, sqliteOpenFailure } from './sqlite-failure.ts'
import { createWalSync, type WalSync } from './wal-sync.ts'

/** A unit of work, or reads, that a caller awaits. */
type Waiting = {
  work: (transaction: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/** A connection, and the rows of its transaction. */
type Side = ReturnType<typeof sideOf>

/**
 * One SQLite file with a write-ahead log (docs/decisions/0001-sqlite-durability.md). Confirmed work survives a power
 * cut. A commit resolves when the log is on the disk, which is synced beside the event loop instead of inside the
 * commit. Reads wait for the commits that they have seen.
 *
 * Concurrent units of work share a commit, each in a savepoint of its own: a failing unit rolls back only itself. Reads
 * share a snapshot likewise. `work` must wait only for this storage.
 *
 * @throws {StorageError} as `migrate`. `unavailable` for a file that cannot be used, and for a
 * unit or a read after `close`. `unwritable` for a unit that the disk has no room for
 */
export async function openSqliteStorage(
  path: string,
  { expected = 'any', migrations = MIGRATIONS, waited = () => {} }: OpenOptions = {},
): Promise<Storage> {
  if (expected !== 'any' && !existsSync(path)) throw schemaMissing()
  const writer = sideOf(
    await openSqliteDatabase(path, migrations, expected).catch(error => {
      throw sqliteOpenFailure(path, error)
    }),
  )
  const readOnly = new DatabaseSync(path, { readOnly: true })
  // Few pages are read again soon, and the system caches the rest of the file.
  readOnly.exec('pragma cache_size = -2048')
  const reader = sideOf(readOnly)
  const wal = createWalSync(`${path}-wal`)
  const units = createGroupQueue<Waiting>(group => commitUnits(writer, wal, group))
  const reads = createGroupQueue<Waiting>(group => answerReads(reader, group))
  /** Work that still runs while a service stops may come too late: it is refused, without further effects. */
  let closed = false
  const queue = <T>(group: GroupQueue<Waiting>, work: (transaction: Transaction) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new StorageError('unavailable', 'The database is closed.'))
      const queuedAt = performance.now()
      const begin = (transaction: Transaction) => {
        waited((performance.now() - queuedAt) / 1_000)
        return work(transaction)
      }
      group.add({ work: begin, resolve: resolve as Waiting['resolve'], reject })
    })

  return {
    unitOfWork: work => queue(units, work),
    read: async work => {
      const value = await queue(reads, work)
      await wal.pending()
      return value
    },
    close: async () => {
      closed = true
      await units.idle()
      await reads.idle()
      await wal.pending().catch(() => {})
      reader.database.close()
      writer.database.close()
      await wal.close()
    },
  }
}

function sideOf(database: DatabaseSync) {
  const unit = new UnitOfWork(createSqliteConnection(database))
  return { database, unit, transaction: createTransaction(unit) }
}

async function commitUnits(
  { database, unit, transaction }: Side,
  wal: WalSync,
  group: Waiting[],
): Promise<void> {
  const settled: (() => void)[] = []
  const perform = async ({ work, resolve, reject }: Waiting) => {
    database.exec('savepoint unit')
    try {
      const value = await work(transaction)
      await unit.write()
      database.exec('release unit')
      settled.push(() => resolve(value))
    } catch (error) {
      // A disk that takes no more has taken the whole group back already.
      if (!database.isTransaction) throw error
      database.exec('rollback to unit; release unit')
      unit.forget()
      settled.push(() => reject(sqliteFailure(error)))
    }
  }
  try {
    database.exec('begin immediate')
    unit.forget()
    for (const each of group) await perform(each)
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    for (const { reject } of group) reject(sqliteFailure(error))
    return
  }
  wal.durable().then(
    () => {
      for (const settle of settled) settle()
    },
    error => {
      for (const { reject } of group) reject(error)
    },
  )
}

async function answerReads({ database, unit, transaction }: Side, group: Waiting[]): Promise<void> {
  try {
    database.exec('begin')
    unit.forget()
    await Promise.all(group.map(({ work, resolve, reject }) => work(transaction).then(resolve, reject)))
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    for (const { reject } of group) reject(error)
  } finally {
    unit.forget()
  }
}
