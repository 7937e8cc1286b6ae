import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { fillPostgresWithVersion1, fillSqliteWithVersion1, VERSION_1 } from '../../../test/version-1.ts'
import { openPostgresStorage } from '../postgres/postgres-storage.ts'
import { openSqliteStorage } from '../sqlite/sqlite-storage.ts'
import type { Storage } from '../storage.ts'
import { TABLES } from '../tables.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS, NEWEST_STEP } from './migrations.ts'
import { trialMigrations } from './trial-migration.fixture.ts'

// Databases and processes are made here, beside whatever else this machine does.
let server: PostgresServer
let folder: string
beforeAll(async () => {
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'per-second-migrations-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

type Rows = Record<string, unknown>[]

/** One engine as these tests need it; `where` is a path or an address. */
type TestEngine = {
  name: 'sqlite' | 'postgres'
  create(): Promise<string>
  createVersion1(): Promise<string>
  open(where: string, migrations?: readonly Migration[]): Promise<Storage>
  query(where: string, statement: string): Promise<Rows>
  /** Every column as `table.column type nullability`, every index as its definition, in alphabetical order. */
  schemaOf(where: string): Promise<string[]>
}

let databases = 0
const sqlite: TestEngine = {
  name: 'sqlite',
  create: async () => join(folder, `${++databases}.sqlite`),
  createVersion1: async () => {
    const path = join(folder, `${++databases}.sqlite`)
    fillSqliteWithVersion1(path)
    return path
  },
  open: openSqliteStorage,
  query: async (path, statement) => {
    const database = new DatabaseSync(path)
    const rows = database.prepare(statement).all()
    database.close()
    return rows.map(row => ({ ...row }))
  },
  schemaOf: async path => {
    const columns = await sqlite.query(
      path,
      `select t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk as told
      from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`,
    )
    const indexes = await sqlite.query(
      path,
      "select replace(sql, 'if not exists ', '') as told from sqlite_master where type = 'index' and sql is not null",
    )
    return [...columns, ...indexes].map(({ told }) => String(told)).toSorted()
  },
}
const postgres: TestEngine = {
  name: 'postgres',
  create: () => server.newDatabase(),
  createVersion1: async () => {
    const address = await server.newDatabase()
    await fillPostgresWithVersion1(address)
    return address
  },
  open: (address, migrations) => openPostgresStorage(address, undefined, migrations),
  query: async (address, statement) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  },
  schemaOf: async address => {
    const columns = await postgres.query(
      address,
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(collation_name, '')
      || coalesce(numeric_precision::text, '') as told from information_schema.columns where table_schema = 'public'`,
    )
    const indexes = await postgres.query(
      address,
      "select indexdef as told from pg_indexes where schemaname = 'public'",
    )
    return [...columns, ...indexes].map(({ told }) => String(told)).toSorted()
  },
}

/** The columns of each table in the database. */
async function columnsOf(engine: TestEngine, where: string): Promise<Record<string, string[]>> {
  const columns: Record<string, string[]> = {}
  for (const line of await engine.schemaOf(where)) {
    const [, table, column] = /^(\w+)\.(\w+) /.exec(line) ?? []
    if (table !== undefined && column !== undefined) columns[table] = [...(columns[table] ?? []), column]
  }
  return columns
}

/** Everything in these columns, but for those that came and went later. */
async function contentsOf(
  engine: TestEngine,
  where: string,
  columns: Record<string, string[]>,
): Promise<Record<string, Rows>> {
  const contents: Record<string, Rows> = {}
  for (const [table, { columns: today }] of Object.entries(TABLES)) {
    const names = columns[snake(table)]?.filter(column => Object.keys(today).map(snake).includes(column))
    if (names !== undefined)
      contents[table] = await engine.query(
        where,
        `select ${names.join(', ')} from ${snake(table)} order by id`,
      )
  }
  return contents
}

const SESSION_OF_METER = 'cs_1m7zxtapp000j8pkqmvgb6gd10ktd8xd2f6s0f'
const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const versionOf = async (engine: TestEngine, where: string) =>
  Number((await engine.query(where, 'select version from schema_version'))[0]?.version)

/** A process of its own that carries the database forward. */
function openElsewhere(engine: TestEngine, where: string, ...more: 'stay'[]) {
  const program = join(import.meta.dirname, 'open-database.fixture.ts')
  return spawn(process.execPath, ['--conditions=@per-second/source', program, engine.name, where, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describe.each([sqlite, postgres])('migrations on $name', engine => {
  it('lead a database of version 1 to what an empty one is made with', async () => {
    const [empty, old] = [await engine.create(), await engine.createVersion1()]
    for (const where of [empty, old]) await (await engine.open(where)).close()
    const wanted = await engine.schemaOf(empty)
    expect(wanted.length).toBeGreaterThan(150)
    expect(await engine.schemaOf(old)).toEqual(wanted)
    expect([await versionOf(engine, empty), await versionOf(engine, old)]).toEqual([NEWEST_STEP, NEWEST_STEP])
  })

  it('keep every row of version 1, and find nothing to do the second time', async () => {
    const where = await engine.createVersion1()
    const columns = await columnsOf(engine, where)
    const before = await contentsOf(engine, where, columns)
    const storage = await engine.open(where)
    const found = await storage.read(tx => tx.subscriptions.get(VERSION_1.subscription))
    await storage.close()
    expect(found).toMatchObject({ status: 'running', billedSeconds: 3600, settledGross: 997_200n })
    expect(found?.terms.ratePerSecond).toBe(277_000_000_000_000n)
    expect(Object.keys(before)).toHaveLength(16)
    expect(await contentsOf(engine, where, columns)).toMatchObject(before)
    const schema = await engine.schemaOf(where)
    await (await engine.open(where)).close()
    expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([schema, NEWEST_STEP])
  })

  it('say of every meter and job whose key it takes', async () => {
    const where = await engine.createVersion1()
    const digests = await engine.query(where, 'select id, digest from subscriptions order by id')
    await (await engine.open(where)).close()
    const meters = await engine.query(
      where,
      'select id, meter_id, operator, terms from subscriptions order by id',
    )
    expect(meters.length).toBeGreaterThan(0)
    const [{ operator } = { operator: '' }] = meters
    expect(operator).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(meters.map(({ terms }) => JSON.parse(String(terms)).operator)).toEqual(meters.map(() => operator))
    expect(meters.map(({ id, meter_id }) => ({ id, digest: meter_id }))).toEqual(digests)
    const jobs = await engine.query(where, 'select distinct operator from jobs')
    expect(jobs).toEqual([{ operator }])
  })

  it('give each operator the events of its meters, and the place up to which the log was read for all', async () => {
    const where = await engine.createVersion1()
    await (await engine.open(where, MIGRATIONS.slice(0, 14))).close()
    const [first] = await engine.query(where, 'select * from subscriptions')
    const own = String(first?.operator).toLowerCase()
    const other = `0x${'Ab'.repeat(20)}`
    const insert = (table: string, row: Record<string, unknown>) =>
      engine.query(
        where,
        `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row)
          .map(value => (value === null ? 'null' : typeof value === 'string' ? `'${value}'` : value))
          .join(', ')})`,
      )
    await insert('subscriptions', { ...first, id: 'sub_2', meter_id: '0x2', operator: other })
    await engine.query(where, 'delete from indexed_blocks')
    const source = 'chain.test.1.0xe5'
    const event = { source, kind: 'opened', block_number: 4, log_index: 0, timestamp: 1, tx_hash: '0x1' }
    const amounts = { from_second: 0, to_second: 0, gross: '0', fee: '0', refunded: '0' }
    for (const meter of [String(first?.meter_id), '0x2'])
      await insert('escrow_events', { id: `of ${meter}`, meter_id: meter, ...event, ...amounts })
    for (const [of, number] of [
      [source, 4],
      [source, 5],
      ['chain.live.1.0xe6', 9],
    ] as const)
      await insert('indexed_blocks', { id: `${of}:${number}`, source: of, number, hash: `0xb${number}` })

    await (await engine.open(where)).close()
    const found = await engine.query(where, 'select meter_id, source from escrow_events order by id')
    expect(found.map(({ meter_id, source }) => [meter_id, source])).toEqual(
      [
        ['0x2', `${source}.${other.toLowerCase()}`],
        [first?.meter_id, `${source}.${own}`],
      ].toSorted(),
    )
    // Nobody has a meter of live mode: its operator begins where the chain is.
    expect(await engine.query(where, 'select id, source, hash from indexed_blocks order by id')).toEqual(
      [own, other.toLowerCase()].toSorted().flatMap(operator =>
        [4, 5].map(number => ({
          ...{ id: `${source}.${operator}:${number}`, source: `${source}.${operator}` },
          hash: `0xb${number}`,
        })),
      ),
    )
  })

  it('give back sessions that were signed in to or prepared but never signed, and no others', async () => {
    const where = await engine.createVersion1()
    const columnsOfVersion1 = await columnsOf(engine, where)
    const copied = (table: 'sessions' | 'subscriptions', values: Record<string, string | number | null>) => {
      const known = table === 'sessions' ? SESSION_OF_METER : VERSION_1.subscription
      const columns = columnsOfVersion1[table] ?? []
      const fields = columns.map(column => {
        const value = values[column]
        if (value === undefined) return column
        return typeof value === 'string' ? `'${value}'` : String(value)
      })
      const names = columns.join(', ')
      const rows = `select ${fields.join(', ')} from ${table} where id = '${known}'`
      return engine.query(where, `insert into ${table} (${names}) ${rows}`)
    }
    const unsigned = { status: 'open', opening_in_flight: 0 }
    await copied('sessions', { id: 'cs_chosen', ...unsigned, cap_fixed: 0, subscription_id: 'sub_chosen' })
    await copied('sessions', { id: 'cs_fixed', ...unsigned, cap_fixed: 1, subscription_id: null })
    await copied('sessions', {
      id: 'cs_signed',
      ...unsigned,
      opening_in_flight: 1,
      subscription_id: 'sub_signed',
    })
    const prepared = { status: 'incomplete', signature: null }
    await copied('subscriptions', { id: 'sub_chosen', digest: '0x1', session_id: 'cs_chosen', ...prepared })
    await copied('subscriptions', {
      id: 'sub_signed',
      digest: '0x2',
      session_id: 'cs_signed',
      status: 'incomplete',
    })
    const signed = await engine.query(
      where,
      `select * from sessions where id in ('cs_signed', '${SESSION_OF_METER}')`,
    )

    await (await engine.open(where)).close()
    expect(
      await engine.query(
        where,
        "select id, customer_id, subscription_id, max_duration_seconds from sessions where id in ('cs_chosen', 'cs_fixed') order by id",
      ),
    ).toMatchObject([
      { id: 'cs_chosen', customer_id: null, subscription_id: null, max_duration_seconds: null },
      { id: 'cs_fixed', customer_id: null, subscription_id: null },
    ])
    const caps = 'select max_duration_seconds as cap from sessions where id ='
    expect(await engine.query(where, `${caps} 'cs_fixed'`)).toEqual(
      await engine.query(where, `${caps} '${SESSION_OF_METER}'`),
    )
    expect(
      await engine.query(where, `select * from sessions where id in ('cs_signed', '${SESSION_OF_METER}')`),
    ).toMatchObject(signed)
    expect(await engine.query(where, 'select id, status from subscriptions order by id')).toEqual([
      { id: VERSION_1.subscription, status: 'running' },
      { id: 'sub_chosen', status: 'incomplete_expired' },
      { id: 'sub_signed', status: 'incomplete' },
    ])
  })

  it('add tables, columns, indexes and rows, and leave room for processes of the version before', async () => {
    const where = await engine.createVersion1()
    const before = await engine.open(where)
    const after = await engine.open(where, trialMigrations())
    const product = await before.read(tx => tx.products.get(VERSION_1.product.id))
    if (product === null) throw new Error('The fixture has a product.')
    await before.unitOfWork(tx => tx.products.insert({ ...product, id: 'prod_2' }))
    expect(await after.read(tx => tx.products.get('prod_2'))).toEqual({ ...product, id: 'prod_2' })
    await before.close()
    await after.close()
    expect(await engine.query(where, 'select id, unit_label, note from products order by id desc')).toEqual([
      { id: 'prod_2', unit_label: "o'clock", note: null },
      { id: VERSION_1.product.id, unit_label: "o'clock", note: null },
    ])
    expect(await trialsIn(where)).toEqual([`from version ${NEWEST_STEP} of ${VERSION_1.product.id}`])
  })

  it('are done once, however many processes begin at the same instant', async () => {
    for (const where of [await engine.create(), await engine.createVersion1()]) {
      const codes = Array.from(
        { length: 4 },
        async () => (await once(openElsewhere(engine, where), 'exit'))[0],
      )
      expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
      expect(await versionOf(engine, where)).toBe(NEWEST_STEP + 1)
      expect((await trialsIn(where)).length).toBe(
        (await engine.query(where, 'select id from products')).length,
      )
    }
  })

  it('leave nothing of one that fails', async () => {
    const where = await engine.createVersion1()
    await (await engine.open(where)).close()
    const before = await engine.schemaOf(where)
    const failing = trialMigrations(async () => {
      throw new Error('no room left')
    })
    await expect(engine.open(where, failing)).rejects.toThrow()
    expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([before, NEWEST_STEP])
    await (await engine.open(where, trialMigrations())).close()
    expect(await trialsIn(where)).toHaveLength(1)
  })

  it('leave nothing of one whose process was killed, and go on from there', async () => {
    const where = await engine.createVersion1()
    const child = openElsewhere(engine, where, 'stay')
    const ended = once(child, 'exit')
    const [said] = await Promise.race([once(child.stdout, 'data'), ended])
    expect(String(said)).toBe('half\n')
    child.kill('SIGKILL')
    await ended
    // Waits for the server to notice, as a process that starts at this instant does.
    await (await engine.open(where)).close()
    expect(await versionOf(engine, where)).toBe(NEWEST_STEP)
    await (await engine.open(where, trialMigrations())).close()
    expect(await trialsIn(where)).toHaveLength(1)
    expect(await engine.query(where, 'select unit_label from products')).toEqual([{ unit_label: "o'clock" }])
  })

  it('refuse a database that a newer program has carried further, and leave it as it is', async () => {
    const where = await engine.create()
    await (await engine.open(where, trialMigrations())).close()
    const before = await engine.schemaOf(where)
    const known = NEWEST_STEP
    await expect(engine.open(where)).rejects.toMatchObject({
      name: 'StorageError',
      code: 'schema_newer',
      message: `This database belongs to a newer version of the program: its schema is ${known + 1}, this program knows ${known}. Start the newer program, or go back to a copy of the database from before.`,
    })
    expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([before, known + 1])
  })

  const trialsIn = async (where: string) =>
    (await engine.query(where, 'select name from trials order by name')).map(({ name }) => name)
})
