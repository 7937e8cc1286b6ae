import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createCheckpointer } from './checkpointer.ts'
import { createTransaction } from './create-transaction.ts'
import type { Database } from './engine.ts'
import { createGroupQueue, type GroupQueue } from './group-queue.ts'
import { migrate } from './migrations/migrate.ts'
import type { Migration } from './migrations/migration.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { createSqliteConnection } from './sqlite-connection.ts'
import type { Storage, Transaction } from './storage.ts'
import { StorageError } from './storage-error.ts'
import { UnitOfWork } from './unit-of-work.ts'
import { createWalSync } from './wal-sync.ts'

/** Pages in the log at which SQLite copies them into the database by itself. */
const SQLITES_OWN = 1_000

type Waiting = {
  work: (transaction: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * One SQLite file with a write-ahead log. What was answered survives a power cut: a commit is told of when the log is on the disk,
 * which is synced beside the event loop instead of inside the commit, and reads wait for what they have seen.
 *
 * Units of work that come in together share a commit, each in a savepoint of its own: a failing unit takes only itself back.
 * Reads share a snapshot likewise. `work` must not wait for anything but this storage.
 *
 * @throws {StorageError} `schema_newer`; a unit or a read after `close`: `unavailable`
 */
export async function openSqliteStorage(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Storage> {
  const writer = new DatabaseSync(path)
  // Patience first: even the change to a log has to wait for another process that makes it.
  writer.exec(
    'pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -8192',
  )
  const writing = createSqliteConnection(writer)
  const transact = async <T>(work: (connection: Database) => Promise<T>): Promise<T> => {
    writer.exec('begin immediate')
    try {
      const result = await work(writing.builder)
      writer.exec('commit')
      return result
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback')
      throw error
    }
  }
  try {
    await migrate({ engine: 'sqlite', database: writing.builder, transact }, migrations)
    // A process that was killed has left commits that may not be on the disk, and reads wait only for this one's own.
    const inherited = createWalSync(`${path}-wal`)
    await inherited.durable().finally(inherited.close)
  } catch (error) {
    writer.close()
    throw error
  }
  const reader = new DatabaseSync(path, { readOnly: true })
  // What is read again soon is little, and the system keeps the rest of the file.
  reader.exec('pragma cache_size = -2048')
  const wal = createWalSync(`${path}-wal`)
  writer.exec('pragma wal_autocheckpoint = 0')
  const checkpointer = createCheckpointer(path, () =>
    writer.exec(`pragma wal_autocheckpoint = ${SQLITES_OWN}`),
  )
  const written = new UnitOfWork(writing)
  const writeTransaction = createTransaction(written)
  const seen = new UnitOfWork(createSqliteConnection(reader))
  const readTransaction = createTransaction(seen)
  const [begin, commit, mark, release] = ['begin immediate', 'commit', 'savepoint unit', 'release unit'].map(
    sql => writer.prepare(sql),
  ) as [StatementSync, StatementSync, StatementSync, StatementSync]
  const rowsWritten = writer.prepare('select total_changes() as rows')
  const beginReading = reader.prepare('begin')
  const endReading = reader.prepare('commit')

  const commitUnits = async (units: GroupQueue<Waiting>, first: Waiting[]) => {
    const group = [...first]
    const settled: (() => void)[] = []
    const perform = async (unit: Waiting) => {
      mark.run()
      try {
        const value = await unit.work(writeTransaction)
        await written.write()
        release.run()
        settled.push(() => unit.resolve(value))
      } catch (error) {
        writer.exec('rollback to unit; release unit')
        written.forget()
        settled.push(() => unit.reject(error))
      }
    }
    try {
      for (let hold = checkpointer.hold(); hold !== null; hold = checkpointer.hold()) await hold
      begin.run()
      written.forget()
      for (const unit of first) await perform(unit)
      // While the disk is busy with the commit before, this one would only wait: it takes in what comes meanwhile.
      for (let busy = wal.pending(); busy !== null; busy = wal.pending()) {
        await Promise.race([busy, units.more()])
        const more = units.take()
        group.push(...more)
        for (const unit of more) await perform(unit)
      }
      commit.run()
      checkpointer.committed(Number(rowsWritten.get()?.rows))
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback')
      for (const { reject } of group) reject(error)
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
  const units: GroupQueue<Waiting> = createGroupQueue(group => commitUnits(units, group))

  const reads = createGroupQueue<Waiting>(async group => {
    try {
      beginReading.run()
      seen.forget()
      await Promise.all(group.map(({ work, resolve, reject }) => work(readTransaction).then(resolve, reject)))
      endReading.run()
    } catch (error) {
      if (reader.isTransaction) reader.exec('rollback')
      for (const { reject } of group) reject(error)
    } finally {
      seen.forget()
    }
  })
  /** What still runs while a service stops may come too late: it is refused, and nothing else happens to it. */
  let closed = false
  const queue = <T>(group: GroupQueue<Waiting>, work: (transaction: Transaction) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      if (closed) reject(new StorageError('unavailable', 'The database is closed.'))
      else group.add({ work, resolve: resolve as Waiting['resolve'], reject })
    })
  const glance = <T>(work: (transaction: Transaction) => Promise<T>) => queue(reads, work)

  return {
    unitOfWork: work => queue(units, work),
    glance,
    read: async work => {
      const value = await glance(work)
      await wal.pending()
      return value
    },
    close: async () => {
      closed = true
      await units.idle()
      await reads.idle()
      await wal.pending()?.catch(() => {})
      await checkpointer.close()
      reader.close()
      writer.close()
      await wal.close()
    },
  }
}
