import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it } from 'vitest'
import { run } from '../src/cli/run.ts'
import { startBackend } from './backend-process.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { createDatabase } from './create-database.ts'
import { fillPostgresWithVersion1, fillSqliteWithVersion1, makeVersion1Folder } from './version-1.ts'

/** A folder of version 1 with its database, and the arguments that name both. */
async function fillWithVersion1(): Promise<{ folder: string; args: string[] }> {
  const folder = makeVersion1Folder()
  const server = process.env.TEST_POSTGRES
  if (server === undefined) {
    fillSqliteWithVersion1(join(folder, 'billing.sqlite'))
    return { folder, args: ['--data', folder] }
  }
  const address = await createDatabase(server)
  await fillPostgresWithVersion1(address)
  return { folder, args: ['--data', folder, '--database-url', address] }
}

async function startAndFail(args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [...BACKEND_COMMAND, '--port', '0', ...args, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number, said }
}

it('what version 1 left has its meters at another escrow, and is refused in words, again and again', async () => {
  const { folder, args } = await fillWithVersion1()
  for (let attempt = 0; attempt < 2; attempt++) {
    const { code, said } = await startAndFail(args)
    expect(said).toContain(`The meters in ${folder} are at another version of the escrow`)
    expect(said).toContain('start with an empty folder (--data)')
    expect(code).toBe(2)
  }
})

it('the commands still read what version 1 left', async () => {
  const { args } = await fillWithVersion1()
  let said = ''
  const code = await run(['keys', 'list', ...args], {
    environment: {},
    writeOut: text => {
      said += text
    },
    writeErr: () => {},
    serve: async () => {},
  })
  expect([code, said]).toEqual([0, expect.stringContaining('test  sk_test_…518c')])
})

it('what a newer version has carried further is refused in words, by the service and by its commands', async () => {
  const folder = makeVersion1Folder()
  const newer =
    "create table schema_version (id text primary key, version bigint not null); insert into schema_version values ('schema', 999)"
  const server = process.env.TEST_POSTGRES
  const args = server === undefined ? [] : ['--database-url', await createDatabase(server)]
  if (args[1] === undefined) {
    const database = new DatabaseSync(join(folder, 'billing.sqlite'))
    database.exec(newer)
    database.close()
  } else {
    const client = new pg.Client({ connectionString: args[1] })
    await client.connect()
    await client.query(newer)
    await client.end()
  }
  let said = ''
  const code = await run(['keys', 'list', '--data', folder, ...args], {
    environment: {},
    writeOut: () => {},
    writeErr: text => {
      said += text
    },
    serve: async () => {},
  })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^This database belongs to a newer version of the program: its schema is 999/),
  ])
  await expect(startBackend({ folder, args })).rejects.toThrow('ended with 1 before it was ready')
})
