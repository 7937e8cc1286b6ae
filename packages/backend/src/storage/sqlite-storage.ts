import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import { createTables } from './create-tables.ts'
import { createTransaction } from './create-transaction.ts'
import { type Database, SQLITE_TYPES } from './engine.ts'
import type { Storage, Transaction } from './storage.ts'

type Waiting = {
  work: (transaction: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

/**
 * One SQLite file, WAL with synchronous FULL: what was answered survives a power cut.
 *
 * Units of work are collected while one commits and share the next commit, each in a savepoint of its own: a failing unit
 * takes only itself back. `work` must not wait for anything but this storage.
 */
export async function openSqliteStorage(path: string): Promise<Storage> {
  const writer = new DatabaseSync(path)
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
  const writing = kyselyOver(writer)
  await createTables(writing, SQLITE_TYPES)
  const reader = new DatabaseSync(path, { readOnly: true })
  const writeTransaction = createTransaction(writing)
  const beginReading = reader.prepare('begin')
  const endReading = reader.prepare('commit')
  const readTransaction = createTransaction(kyselyOver(reader))

  let waiting: Waiting[] = []
  let draining: Promise<void> | null = null
  let lastRead: Promise<unknown> = Promise.resolve()

  const commitGroup = async (group: Waiting[]) => {
    const settled: (() => void)[] = []
    try {
      writer.exec('begin immediate')
      for (const { work, resolve, reject } of group) {
        writer.exec('savepoint unit')
        try {
          const value = await work(writeTransaction)
          writer.exec('release unit')
          settled.push(() => resolve(value))
        } catch (error) {
          writer.exec('rollback to unit; release unit')
          settled.push(() => reject(error))
        }
      }
      writer.exec('commit')
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback')
      for (const { reject } of group) reject(error)
      return
    }
    for (const settle of settled) settle()
  }

  const drain = async () => {
    while (waiting.length > 0) {
      await new Promise(resolve => setImmediate(resolve))
      const group = waiting
      waiting = []
      await commitGroup(group)
    }
    draining = null
  }

  return {
    unitOfWork: work =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
        draining ??= drain()
      }),
    read: work => {
      const result = lastRead.then(async () => {
        beginReading.run()
        try {
          return await work(readTransaction)
        } finally {
          endReading.run()
        }
      })
      lastRead = result.catch(() => {})
      return result
    },
    close: async () => {
      await draining
      await lastRead
      reader.close()
      writer.close()
    },
  }
}

function kyselyOver(connection: DatabaseSync): Database {
  const statements = new Map<string, { statement: StatementSync; reader: boolean }>()
  const prepare = (sql: string) => {
    let prepared = statements.get(sql)
    if (!prepared) {
      const statement = connection.prepare(sql)
      prepared = { statement, reader: statement.columns().length > 0 }
      statements.set(sql, prepared)
    }
    const { statement, reader } = prepared
    return {
      reader,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as never[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as never[])),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as never[])),
    }
  }
  return new Kysely({
    dialect: new SqliteDialect({ database: { prepare, close: () => connection.close() } }),
    plugins: [new CamelCasePlugin()],
  })
}
