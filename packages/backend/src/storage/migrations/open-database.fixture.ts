import { openPostgresStorage } from '../postgres/postgres-storage.ts'
import { openSqliteStorage } from '../sqlite/sqlite-storage.ts'
import { trialMigrations } from './trial-migration.fixture.ts'

/** Carries the database it is given forward and ends. Told to `stay`, it says when it is half done and goes no further. */
const [engine, where, stay] = process.argv.slice(2) as ['sqlite' | 'postgres', string, 'stay' | undefined]
const migrations = trialMigrations(async () => {
  if (stay === undefined) return
  process.stdout.write('half\n')
  setInterval(() => {}, 1000)
  await new Promise(() => {})
})
const storage =
  engine === 'sqlite'
    ? await openSqliteStorage(where, { migrations })
    : await openPostgresStorage(where, { migrations })
await storage.close()
