import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { openPostgresStorage, type PostgresStorage } from './postgres-storage.ts'

let server: PostgresServer
let database: string
let storage: PostgresStorage
let operator: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  database = await server.newDatabase()
  storage = await openPostgresStorage(database)
  operator = new pg.Client({ connectionString: database })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await storage.close()
  await server.stop()
})

const write = (key: string) => storage.unitOfWork(tx => tx.settings.set(key, 'written'))

test('error: a server that has become a standby, or works too long on a statement, is unavailable for now', async () => {
  const becomeStandby = (is: 'on' | 'off') =>
    operator.query(
      `alter database ${new URL(database).pathname.slice(1)} set default_transaction_read_only = ${is}`,
    )
  await becomeStandby('on')
  await operator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'per-second' and datname = current_database()",
  )
  const attempt = (key: string) => write(key).catch(({ code, cause }) => ({ code, cause: cause.code }))
  await expect.poll(() => attempt('first')).toEqual({ code: 'unavailable', cause: '25006' })
  await becomeStandby('off')
  // The connection that refused is gone: another one may lead to another server.
  expect(await attempt('second')).toBeUndefined()

  await operator.query('begin; lock table settings')
  await expect(write('key')).rejects.toMatchObject({ code: 'unavailable', cause: { code: '57014' } })
  await operator.query('rollback')
  await write('key')
})
