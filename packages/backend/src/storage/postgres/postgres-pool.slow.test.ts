import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { createPool } from './postgres-pool.ts'
import { openPostgresStorage } from './postgres-storage.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
afterEach(() => {
  vi.unstubAllEnvs()
})

const ask = async (address: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const schemaOfTables = async (address: string) => {
  const sql = "select schemaname from pg_tables where tablename = 'subscriptions'"
  return (await ask(address, sql)).map(({ schemaname }) => schemaname)
}

describe('settings of other programs', () => {
  const settings = [
    ['lock_timeout', '5', '0'],
    ['idle_session_timeout', '700', '0'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['array_nulls', 'off', 'on'],
  ] as const

  test.each([{ millis: 5_000 }, { millis: 0 }])(
    'on the role do not count, with $millis ms',
    async ({ millis }) => {
      const address = new URL(await server.newDatabase())
      const name = `of_others_${millis}`
      await ask(address.href, `create role ${name} login password 'pw'`)
      for (const [setting, value] of settings)
        await ask(address.href, `alter role ${name} set ${setting} = '${value}'`)
      const own = Object.assign(address, { username: name, password: 'pw' }).href
      const pool = createPool(own, { size: 1, onTrouble: () => {}, answerMillis: millis })
      for (const [setting, , expected] of settings)
        expect((await pool.query(`show ${setting}`)).rows).toEqual([{ [setting]: expected }])
      await pool.end()
    },
  )

  test('in PGOPTIONS of the shell do not count: no table is made in their schema', async () => {
    const address = await server.newDatabase()
    await ask(address, 'create schema of_others')
    vi.stubEnv('PGOPTIONS', '-c search_path=of_others')
    await (await openPostgresStorage(address)).close()
    expect(await schemaOfTables(address)).toEqual(['public'])
  })
})

describe('an address', () => {
  test('may name a schema in its options, and statements are planned as ever', async () => {
    const address = await server.newDatabase()
    await ask(address, 'create schema billing')
    for (const options of ['-c search_path=billing', '-c search_path=billing -c enable_seqscan=on']) {
      const own = new URL(address)
      own.searchParams.set('options', options)
      await (await openPostgresStorage(own.href)).close()
      const pool = createPool(own.href, { size: 1, onTrouble: () => {} })
      expect((await pool.query('show enable_seqscan')).rows).toEqual([{ enable_seqscan: 'off' }])
      await pool.end()
    }
    expect(await schemaOfTables(address)).toEqual(['billing'])
  })

  test('may name a schema before that of another service, whose tables are not its own', async () => {
    const address = await server.newDatabase()
    await (await openPostgresStorage(address)).close()
    await ask(address, 'create schema "Billing-2"')
    const second = new URL(address)
    second.searchParams.set('options', '-c search_path="Billing-2",public')
    const current = openPostgresStorage(second.href, { expected: 'current' })
    await expect(current).rejects.toMatchObject({ code: 'schema_missing' })
    await ask(address, 'create table "Billing-2".orders (id int)')
    await expect(openPostgresStorage(second.href)).rejects.toThrow('tables of another program: orders.')
    await ask(address, 'drop table "Billing-2".orders')
    await (await openPostgresStorage(second.href)).close()
    expect((await schemaOfTables(address)).toSorted()).toEqual(['Billing-2', 'public'])
  })

  test.each([
    ['statement_timeout=30000', /sets statement_timeout, which the service sets itself/],
    ['sslmode=disable&lock_timeout=10', /sets lock_timeout/],
    ['schema=billing', /alter role ROLE set search_path = SCHEMA;$/],
    ['currentSchema=billing', /as currentSchema/],
  ])('that ends in ?%s is refused', async (parameters, message) => {
    const opened = openPostgresStorage(`${await server.newDatabase()}?${parameters}`)
    await expect(opened).rejects.toMatchObject({
      code: 'address_invalid',
      message: expect.stringMatching(message),
    })
  })

  test('of Prisma, with the usual schema, is one', async () => {
    const address = await server.newDatabase()
    for (const schema of ['public', ''])
      await (await openPostgresStorage(`${address}?schema=${schema}`)).close()
    expect(await schemaOfTables(address)).toEqual(['public'])
  })
})
