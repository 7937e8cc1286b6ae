import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import type { Database } from './engine.ts'
import { testOutdatedRows } from './outdated-rows.suite.ts'
import { deleteOutdated } from './outdated-rows.ts'
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

/** Writes queries and runs none. */
const writer: Database = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: database => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

testOutdatedRows('PostgreSQL', async kind => {
  const address = await server.newDatabase()
  await (await openPostgresStorage(address)).close()
  const { sql, parameters } = deleteOutdated(writer, kind, 1, 1).compile()
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  // An empty table is read whole unless that is forbidden: what is asked is whether there is another way.
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain ${sql}`, [...parameters])
  await client.end()
  return rows.map(row => row['QUERY PLAN']).join('\n')
})

test('error: a connection that the server ends in the middle of a unit fails that unit, not the process', async () => {
  const address = await server.newDatabase()
  const storage = await openPostgresStorage(address)
  const operator = new pg.Client({ connectionString: address })
  await operator.connect()
  const ours = "from pg_stat_activity where application_name = 'per-second' and datname = current_database()"
  const unit = storage.unitOfWork(async tx => {
    await tx.settings.set('half', 'done')
    await operator.query(`select pg_terminate_backend(pid) ${ours}`)
    await expect.poll(async () => (await operator.query(`select pid ${ours}`)).rowCount).toBe(0)
    await tx.settings.set('half', 'more')
  })
  await expect(unit).rejects.toThrow()
  await storage.unitOfWork(tx => tx.settings.set('next', 'works'))
  expect(await storage.read(tx => Promise.all(['half', 'next'].map(key => tx.settings.get(key))))).toEqual([
    null,
    'works',
  ])
  await operator.end()
  await storage.close()
}, 60_000)
