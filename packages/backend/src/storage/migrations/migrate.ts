import type { Engine, Value } from '../engine.ts'
import { StorageError } from '../storage-error.ts'
import { TABLES } from '../tables.ts'
import type { Migration } from './migrations.ts'
import { FIRST_STEP, NEWEST_STEP } from './migrations.ts'
import { createSchemaChanges, type Run, type SchemaChanges } from './schema-changes.ts'

/** The database that a caller expects: any, one with a schema, or one with today's. An expected schema is not made. */
export type ExpectedSchema = 'any' | 'existing' | 'current'

/** How a database is reached while its schema is brought up to date. */
export type SchemaAccess = {
  engine: Engine
  run: Run
  /** Runs the work as one transaction, whose statements may take any time. */
  transact<T>(work: () => Promise<T>): Promise<T>
}

const EXISTS = {
  sqlite: "select 1 from sqlite_master where name = 'schema_version'",
  // Where this service makes its tables: another schema of the search_path may be another service's.
  postgres: "select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_version'",
}
const CREATE = 'create table if not exists schema_version (id text primary key, version bigint not null)'
const BEGIN = "insert into schema_version (id, version) values ('schema', 0) on conflict (id) do nothing"
const READ = "select version from schema_version where id = 'schema'"
/**
 * The second process waits here, and then finds the first one's work done. Every engine has row locks, and no other
 * lock.
 */
const LOCK = {
  sqlite: READ,
  postgres: `${READ} for update`,
}

/**
 * Makes today's schema in an empty database, and carries an older one forward to the last of the migrations, one transaction each. Any
 * number of processes may do this at once, and be killed at any instant: the next one goes on where the last whole step ended.
 *
 * @throws {StorageError} `schema_other` for a version that no step begins or ends with, `schema_missing` and
 * `schema_older` where another schema is expected. All leave the database unchanged
 */
export async function migrate(
  access: SchemaAccess,
  migrations: readonly Migration[],
  expected: ExpectedSchema = 'any',
): Promise<void> {
  const { engine, run, transact } = access
  const newest = FIRST_STEP + migrations.length
  if (expected === 'any') {
    await run(CREATE)
    await run(BEGIN)
  } else await requireSchema(access, migrations, expected)
  let version = versionIn(await run(READ), newest)
  while (version < newest) {
    version = await transact(async () => {
      const current = versionIn(await run(LOCK[engine]), newest)
      if (current === newest) return current
      const next = await takeStep(createSchemaChanges(run, engine), current, migrations)
      await run(`update schema_version set version = ${next} where id = 'schema'`)
      return next
    })
  }
}

/** Takes a start's first statements back at once, and so changes nothing. @throws the driver's refusal of them */
export async function rehearseStart(run: Run): Promise<void> {
  await run('begin')
  await run(CREATE)
  await run(BEGIN)
  await run('rollback')
}

/** Changes nothing. @throws {StorageError} as `migrate`, where another schema is expected */
export async function requireSchema(
  { engine, run }: Pick<SchemaAccess, 'engine' | 'run'>,
  migrations: readonly Migration[],
  expected: Exclude<ExpectedSchema, 'any'>,
): Promise<void> {
  if ((await run(EXISTS[engine])).length === 0) throw schemaMissing()
  const newest = FIRST_STEP + migrations.length
  const version = versionIn(await run(READ), newest)
  if (version === 0) throw schemaMissing()
  if (version < newest && expected === 'current')
    throw new StorageError(
      'schema_older',
      `This database belongs to an older version of the program: its schema is ${version}, this program knows ${newest}.`,
      { cure: 'Back it up. The next start brings it up to date (CHANGELOG.md says what to mind).' },
    )
}

/** @returns the version after it */
async function takeStep(
  schema: SchemaChanges,
  current: number,
  migrations: readonly Migration[],
): Promise<number> {
  if (current === 0) {
    await createTables(schema)
    return NEWEST_STEP
  }
  await migrations[current - FIRST_STEP]?.(schema)
  return current + 1
}

export function schemaMissing(): StorageError {
  return new StorageError('schema_missing', 'The database has no tables yet.')
}

function versionIn(rows: Value[][], newest: number): number {
  const version = Number(rows[0]?.[0] ?? 0)
  if (version === 0 || (version >= FIRST_STEP && version <= newest)) return version
  throw new StorageError(
    'schema_other',
    `This database belongs to another version of the program: its schema is ${version}, this program reads ${FIRST_STEP} to ${newest}.`,
    {
      // A newer one may know open meters, which the operator of an empty one would not serve.
      cure:
        version > newest
          ? 'Start that version, or go back to a copy of the database from before it.'
          : 'Start with an empty folder (--data) or an empty database (--database-url).',
    },
  )
}

/** Makes today's schema in an empty database, all of it: nothing else says how a new one is made. */
async function createTables(schema: SchemaChanges): Promise<void> {
  for (const [table, spec] of Object.entries(TABLES)) await schema.createTable(table, spec)
  if (schema.engine !== 'postgres') return
  // On PostgreSQL it tells which process leads, by the database's own time.
  await schema.run(
    'create table leases (id text primary key, token bigint not null, holder text not null, expires_at timestamptz not null)',
  )
  await schema.addIndexes('leases', { unique: [['id', 'token']] })
}
