import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run } from '../src/cli/run.ts'
import { NEWEST_STEP } from '../src/storage/migrations/migrations.ts'
import { startBackend } from './backend-process.ts'
import { createDatabase } from './create-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'per-second-versions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The arguments that name a database whose schema has this version. */
async function databaseOf(version: number): Promise<string[]> {
  const statements = `create table schema_version (id text primary key, version bigint not null);
    insert into schema_version values ('schema', ${version})`
  const server = process.env.TEST_POSTGRES
  if (server === undefined) {
    const database = new DatabaseSync(join(folder, 'billing.sqlite'))
    database.exec(statements)
    database.close()
    return []
  }
  const address = await createDatabase(server)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(statements)
  await client.end()
  return ['--database-url', address]
}

test.each([999, 18])(
  'the service and its commands refuse a database of schema %d in words',
  async version => {
    const args = await databaseOf(version)
    let said = ''
    const code = await run(['keys', 'list', '--data', folder, ...args], {
      environment: {},
      writeOut: () => {},
      writeErr: text => {
        said += text
      },
      serve: async () => {},
    })
    expect([
      code,
      said.startsWith(`This database belongs to another version of the program: its schema is ${version}`),
    ]).toEqual([1, true])
    await expect(startBackend({ folder, args })).rejects.toThrow('ended with 1 before it was ready')
  },
)

test.each([
  [999, 'Start that version, or go back to a copy of the database from before it.'],
  [18, 'Start with an empty folder (--data) or an empty database (--database-url).'],
])('doctor finds a database of schema %d, and leaves it as it is', async (version, todo) => {
  const args = await databaseOf(version)
  const file = join(folder, 'billing.sqlite')
  const before = args.length === 0 ? readFileSync(file) : null
  let said = ''
  await run(['doctor', '--json', '--data', folder, ...args], {
    environment: {},
    writeOut: text => {
      said += text
    },
    writeErr: () => {},
    serve: async () => {},
  })
  const { data } = JSON.parse(said) as { data: { check: string }[] }
  expect(data.find(({ check }) => check === 'database')).toEqual({
    ...{ check: 'database', state: 'failure', todo },
    found: expect.stringMatching(
      `^This database .*: its schema is ${version}, this program .* ${NEWEST_STEP}\\.$`,
    ),
  })
  if (before !== null) expect(readFileSync(file).equals(before)).toBe(true)
})
