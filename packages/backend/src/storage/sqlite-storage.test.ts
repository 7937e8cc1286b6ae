import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStorage } from './sqlite-storage.ts'
import { describeStorage } from './storage.suite.ts'

describeStorage('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-storage-'))
  const storage = await openSqliteStorage(join(folder, 'billing.sqlite'))
  return {
    storage,
    close: async () => {
      await storage.close()
      rmSync(folder, { recursive: true })
    },
  }
})
