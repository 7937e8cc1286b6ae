import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { unassignedPort } from '../../../test/unassigned-port.ts'
import type { StorageError } from '../storage-error.ts'
import { openPostgresStorage } from './postgres-storage.ts'

let server: PostgresServer
let database: string
beforeAll(async () => {
  server = await startPostgres()
  database = await server.newDatabase()
})
afterAll(() => server.stop())

const run = async (sql: string, address = database) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
const changed = (change: (address: URL) => void) => {
  const address = new URL(database)
  change(address)
  return address.href
}
/** A role that may log in to a fresh database. */
const role = async (name: string, settings = '') => {
  const address = new URL(await server.newDatabase())
  await run(`create role ${name} login password 'secret-of-${name}'; ${settings}`, address.href)
  return Object.assign(address, { username: name, password: `secret-of-${name}` }).href
}
const refusalOf = async (asked: Promise<unknown>) => {
  const error = (await asked.then(
    () => null,
    thrown => thrown,
  )) as StorageError
  return { code: error.code, text: `${error.message}${error.reason}`, cure: error.cure }
}

describe('a database that cannot be used reports the reason and the cure', () => {
  const refusals: [string, () => string | Promise<string>, RegExp, RegExp][] = [
    ['a role without grants', () => role('no_grants'), /may not create tables, .* \(42501\)/, /grant create/],
    [
      'tables that another role made',
      async () => {
        const address = await server.newDatabase()
        await (await openPostgresStorage(address)).close()
        await run("create role restored login password 'secret-of-restored'", address)
        await run('grant create, usage on schema public to restored', address)
        return Object.assign(new URL(address), { username: 'restored', password: 'secret-of-restored' }).href
      },
      /another role made\. \(42501\)/,
      /pg_restore --no-owner/,
    ],
    [
      'a shop’s own database',
      async () => {
        const address = await server.newDatabase()
        await run('create table products (id int); create table orders (id int)', address)
        return address
      },
      /tables of another program: orders, products\.$/,
      /createdb --encoding UTF8 NAME/,
    ],
    [
      'another program’s schema_version, and more',
      async () => {
        const address = await server.newDatabase()
        await run('create table schema_version (id int, version int)', address)
        for (const name of ['a', 'b', 'c']) await run(`create table ${name} (id int)`, address)
        return address
      },
      /tables of another program: a, b, c, …\.$/,
      /createdb --encoding UTF8 NAME/,
    ],
    [
      'a wrong password',
      () => changed(address => Object.assign(address, { password: 'wrong-secret' })),
      /role or the password .* \(28P01\)/,
      /alter role ROLE/,
    ],
    [
      'a database that is not there',
      () => changed(address => Object.assign(address, { pathname: '/not_there' })),
      /no database of that name\. \(3D000\)/,
      /createdb --encoding UTF8/,
    ],
    [
      'commits that are acknowledged too early',
      () =>
        role(
          'hasty',
          'alter role hasty set synchronous_commit = off; grant create on schema public to hasty',
        ),
      /a crash loses \(synchronous_commit = off\)\.$/,
      /set synchronous_commit = on/,
    ],
    [
      'an empty search_path',
      () => role('no_schema', "alter role no_schema set search_path = ''"),
      /no schema .* \(3F000\)/,
      /set search_path = public/,
    ],
    [
      'a role that only reads',
      () => role('reader', 'alter role reader set default_transaction_read_only = on'),
      /read-only.* \(25006\)/,
      /primary/,
    ],
    [
      'a server without TLS',
      () => changed(address => address.searchParams.set('sslmode', 'require')),
      /does not speak TLS/,
      /sslmode=disable/,
    ],
    [
      'a port where nothing listens',
      async () => {
        const port = await unassignedPort()
        return changed(address => Object.assign(address, { port }))
      },
      /No database server answers.* \(ECONNREFUSED\)/,
      /pg_isready/,
    ],
    [
      'a host name that does not exist',
      () => changed(address => Object.assign(address, { hostname: 'database.invalid' })),
      /host name .* \((?:ENOTFOUND|EAI_AGAIN)\)/,
      /spelling|DNS/,
    ],
    [
      'a folder without a socket',
      () => `postgres://postgres:pw@/billing?host=${tmpdir()}/no-server&port=5432`,
      /no socket .* \(ENOENT\)/,
      /\.s\.PGSQL/,
    ],
    [
      'another encoding',
      async () => {
        const sql = "create database latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'"
        await run(sql, server.address)
        return changed(address => Object.assign(address, { pathname: '/latin' }))
      },
      /encoded in LATIN1/,
      /createdb --encoding UTF8/,
    ],
  ]

  it.each(refusals)('at a start: %s', async (_, addressOf, text, cure) => {
    const address = await addressOf()
    const refusal = await refusalOf(openPostgresStorage(address))
    expect(refusal).toEqual({
      ...{ code: 'unavailable', text: expect.stringMatching(text), cure: expect.stringMatching(cure) },
    })
    expect(JSON.stringify(refusal)).not.toMatch(/secret|only-for-this-test/)
    expect(await refusalOf(openPostgresStorage(address, { expected: 'current' }))).toEqual(refusal)
  })
})

test('another program’s database stays as it is, and beside the service’s own tables others may come', async () => {
  const tables = async (address: string) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const found = await client.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace",
    )
    await client.end()
    return found.rows.map(({ relname }) => relname)
  }
  const shop = await server.newDatabase()
  await run('create table orders (id int)', shop)
  await refusalOf(openPostgresStorage(shop))
  expect(await tables(shop)).toEqual(['orders'])
  const own = await server.newDatabase()
  await run('create table spatial_ref_sys (srid int)', own)
  await (await openPostgresStorage(own)).close()
  await run('create table orders (id int)', own)
  await (await openPostgresStorage(own)).close()
})

test('a server that hides its catalogue is no hindrance', async () => {
  const address = await role('blind', 'grant create on schema public to blind')
  const owner = Object.assign(new URL(server.address), { pathname: new URL(address).pathname }).href
  await run('revoke select on pg_catalog.pg_class from public', owner)
  await (await openPostgresStorage(address)).close()
})

test('a server that rounds its numbers is asked for the time in whole ones', async () => {
  const address = await server.newDatabase()
  await run(`alter database ${new URL(address).pathname.slice(1)} set extra_float_digits = -15`, address)
  const storage = await openPostgresStorage(address)
  await storage.read(async () => {})
  expect(Math.abs(storage.clock.now() - Date.now())).toBeLessThan(60_000)
  await storage.close()
})
