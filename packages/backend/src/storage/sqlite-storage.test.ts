import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { testOutdatedRows } from './outdated-rows.suite.ts'
import { deleteOutdated } from './outdated-rows.ts'
import { createSqliteConnection } from './sqlite-connection.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import { describeStorage } from './storage.suite.ts'

const openIn = async (folder: string) => openSqliteStorage(join(folder, 'billing.sqlite'))

describeStorage('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-storage-'))
  const storage = await openIn(folder)
  return {
    storage,
    close: async () => {
      await storage.close()
      rmSync(folder, { recursive: true })
    },
  }
})

testOutdatedRows('SQLite', async kind => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-storage-'))
  const storage = await openIn(folder)
  const connection = new DatabaseSync(join(folder, 'billing.sqlite'))
  const { sql, parameters } = deleteOutdated(
    createSqliteConnection(connection).database,
    kind,
    1,
    1,
  ).compile()
  const plan = connection.prepare(`explain query plan ${sql}`).all(...(parameters as number[]))
  connection.close()
  await storage.close()
  rmSync(folder, { recursive: true })
  return plan.map(({ detail }) => detail).join('\n')
})
