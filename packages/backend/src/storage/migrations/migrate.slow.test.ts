import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { aProduct } from '../entities.fixture.ts'
import { openPostgresStorage } from '../postgres/postgres-storage.ts'
import { openSqliteStorage } from '../sqlite/sqlite-storage.ts'
import type { Storage } from '../storage.ts'
import type { ExpectedSchema } from './migrate.ts'
import type { Migration } from './migrations.ts'
import { FIRST_STEP, NEWEST_STEP } from './migrations.ts'
import { trialMigrations } from './trial-migration.fixture.ts'

// These tests create databases and processes beside the other load of this machine.
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

/** One engine as these tests need it. `where` is a path or an address. */
type TestEngine = {
  name: 'sqlite' | 'postgres'
  create(): Promise<string>
  open(where: string, migrations?: readonly Migration[], expected?: ExpectedSchema): Promise<Storage>
  query(where: string, statement: string): Promise<Rows>
  /** Every column as `table.column type nullability`, every index as its definition, in alphabetical order. */
  schemaOf(where: string): Promise<string[]>
}

let databases = 0
const sqlite: TestEngine = {
  name: 'sqlite',
  create: async () => join(folder, `${++databases}.sqlite`),
  open: (path, migrations, expected) => openSqliteStorage(path, { migrations, expected }),
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
  open: (address, migrations, expected) => openPostgresStorage(address, { migrations, expected }),
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

const versionOf = async (engine: TestEngine, where: string) =>
  Number((await engine.query(where, 'select version from schema_version'))[0]?.version)

/** A process of its own that carries the database forward. */
function openElsewhere(engine: TestEngine, where: string, ...more: 'stay'[]) {
  const program = join(import.meta.dirname, 'open-database.fixture.ts')
  return spawn(process.execPath, ['--conditions=@per-second/source', program, engine.name, where, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** A product, as a merchant has made it before the step. */
const PRODUCT = aProduct({ id: 'prod_1', name: 'GPU 時間' })

/** A database of today's schema with one product. */
async function filled(engine: TestEngine): Promise<string> {
  const where = await engine.create()
  const storage = await engine.open(where)
  await storage.unitOfWork(tx => tx.products.insert(PRODUCT))
  await storage.close()
  return where
}

describe.each([sqlite, postgres])('migrations on $name', engine => {
  it('make the whole schema in an empty database, and find nothing to do the second time', async () => {
    const where = await engine.create()
    await (await engine.open(where)).close()
    const schema = await engine.schemaOf(where)
    expect(schema.length).toBeGreaterThan(150)
    await (await engine.open(where)).close()
    expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([schema, NEWEST_STEP])
  })

  it('add tables, columns, indexes and rows, and leave room for processes of the version before', async () => {
    const where = await filled(engine)
    const before = await engine.open(where)
    const after = await engine.open(where, trialMigrations())
    const second = { ...PRODUCT, id: 'prod_2' }
    await before.unitOfWork(tx => tx.products.insert(second))
    expect(await after.read(tx => tx.products.get('prod_2'))).toEqual(second)
    await before.close()
    await after.close()
    expect(await engine.query(where, 'select id, unit_label, note from products order by id desc')).toEqual([
      { id: 'prod_2', unit_label: "o'clock", note: null },
      { id: 'prod_1', unit_label: "o'clock", note: null },
    ])
    expect(await trialsIn(where)).toEqual([`from version ${NEWEST_STEP} of prod_1`])
  })

  it('are done once, however many processes begin at the same instant', async () => {
    for (const where of [await engine.create(), await filled(engine)]) {
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

  it('leave nothing of a failed migration', async () => {
    const where = await filled(engine)
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
    const where = await filled(engine)
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

  it('make and change no schema where another one is expected', async () => {
    const where = await engine.create()
    for (const expected of ['existing', 'current'] as const)
      await expect(engine.open(where, [], expected)).rejects.toMatchObject({ code: 'schema_missing' })
    expect(await engine.schemaOf(where)).toEqual([])
    await (await engine.open(where)).close()
    const before = await engine.schemaOf(where)
    await (await engine.open(where, [], 'current')).close()
    await expect(engine.open(where, trialMigrations(), 'current')).rejects.toMatchObject({
      code: 'schema_older',
    })
    expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([before, NEWEST_STEP])
    await (await engine.open(where, trialMigrations(), 'existing')).close()
    expect(await versionOf(engine, where)).toBe(NEWEST_STEP + 1)
  })

  const EMPTY = 'Start with an empty folder (--data) or an empty database (--database-url).'
  it.each([
    [1, EMPTY],
    [FIRST_STEP - 1, EMPTY],
    [NEWEST_STEP + 1, 'Start that version, or go back to a copy of the database from before it.'],
  ])(
    'refuse a database of version %d, which is another program’s, and leave it as it is',
    async (other, cure) => {
      const where = await filled(engine)
      await engine.query(where, `update schema_version set version = ${other}`)
      const before = await engine.schemaOf(where)
      await expect(engine.open(where)).rejects.toMatchObject({
        name: 'StorageError',
        code: 'schema_other',
        message: `This database belongs to another version of the program: its schema is ${other}, this program reads ${FIRST_STEP} to ${NEWEST_STEP}.`,
        cure,
      })
      expect([await engine.schemaOf(where), await versionOf(engine, where)]).toEqual([before, other])
    },
  )

  const trialsIn = async (where: string) =>
    (await engine.query(where, 'select name from trials order by name')).map(({ name }) => name)
})
