import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { testListFilters } from '../list-filters.suite.ts'
import { describeListPlans } from '../list-plans.suite.ts'
import { testOutdatedRows } from '../outdated-rows.suite.ts'
import { deleteOutdated } from '../outdated-rows.ts'
import { describeStorage } from '../storage.suite.ts'
import { openTestStorage } from '../test-storage.fixture.ts'
import { describeUnitOfWork } from '../unit-of-work.suite.ts'
import { createSqliteConnection } from './open-sqlite-database.ts'
import { openSqliteStorage } from './sqlite-storage.ts'

// docs/money.md, rule 40
describeStorage('SQLite', async () => {
  const { storage, remove } = await openTestStorage()
  return { storage, close: remove }
})

async function openConnection() {
  const { folder, remove } = await openTestStorage()
  const database = new DatabaseSync(join(folder, 'billing.sqlite'))
  const close = async () => {
    database.close()
    await remove()
  }
  return { connection: createSqliteConnection(database), close }
}

describeListPlans('SQLite', openConnection, 'explain query plan')
testListFilters('SQLite', openConnection)

describeUnitOfWork(
  'SQLite',
  openConnection,
  // Of 64, of 32 and of 4 rows.
  { most: 3, placing: 0, explain: 'explain query plan' },
)

testOutdatedRows('SQLite', async kind => {
  const { folder, remove } = await openTestStorage()
  const connection = new DatabaseSync(join(folder, 'billing.sqlite'))
  const { builder } = createSqliteConnection(connection)
  const { sql, parameters } = deleteOutdated(builder, { kind, upTo: 1, limit: 1 }).query.compile()
  const plan = connection.prepare(`explain query plan ${sql}`).all(...(parameters as number[]))
  connection.close()
  await remove()
  return plan.map(({ detail }) => detail).join('\n')
})

test('error: work after the end is refused, and harms nothing', async () => {
  const { folder, storage } = await openTestStorage()
  const late = { unit: storage.unitOfWork(tx => tx.settings.set('seen', 'yes')), end: storage.close() }
  await Promise.all([late.unit, late.end])
  const refused = { name: 'StorageError', code: 'unavailable', message: 'The database is closed.' }
  await expect(storage.unitOfWork(tx => tx.settings.set('seen', 'no'))).rejects.toMatchObject(refused)
  await expect(storage.read(tx => tx.settings.get('seen'))).rejects.toMatchObject(refused)
  const again = await openSqliteStorage(join(folder, 'billing.sqlite'))
  expect(await again.read(tx => tx.settings.get('seen'))).toBe('yes')
  await again.close()
  rmSync(folder, { recursive: true })
})

test('error: a database with another schema than the expected one keeps its journal mode', async () => {
  const { folder, storage } = await openTestStorage()
  await storage.close()
  const path = join(folder, 'billing.sqlite')
  const ask = (sql: string) => {
    const database = new DatabaseSync(path)
    const rows = database.prepare(sql).all()
    database.close()
    return rows
  }
  ask('pragma journal_mode = delete')
  ask('update schema_version set version = version + 1')
  for (const expected of ['existing', 'current'] as const)
    await expect(openSqliteStorage(path, { expected })).rejects.toMatchObject({ code: 'schema_other' })
  expect(ask('pragma journal_mode')).toEqual([{ journal_mode: 'delete' }])
  rmSync(folder, { recursive: true })
})

test('error: another program’s database is refused, and stays as it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-other-'))
  const path = join(folder, 'billing.sqlite')
  const other = new DatabaseSync(path)
  other.exec('create table orders (id integer primary key autoincrement)')
  // Of another tool, and of another form.
  other.exec('create table schema_version (id integer primary key, version integer)')
  for (const expected of ['any', 'existing'] as const)
    await expect(openSqliteStorage(path, { expected })).rejects.toMatchObject({
      code: 'unavailable',
      message: `The database ${path} has tables of another program: orders, schema_version.`,
      cure: 'Name a folder for the service alone with --data.',
    })
  const names = other.prepare("select name from sqlite_master where name not like 'sqlite%'").all()
  expect([names, other.prepare('pragma journal_mode').all()]).toEqual([
    [{ name: 'orders' }, { name: 'schema_version' }],
    [{ journal_mode: 'delete' }],
  ])
  other.close()
  rmSync(folder, { recursive: true })
})
