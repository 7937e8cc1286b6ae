import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { openPostgresStorage } from './postgres-storage.ts'
import { describeStorage } from './storage.suite.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.stop())

describeStorage('PostgreSQL', async () => {
  const storage = await openPostgresStorage(await server.newDatabase())
  return { storage, close: () => storage.close() }
})
