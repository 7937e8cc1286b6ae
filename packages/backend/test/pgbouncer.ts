import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { debianProgram } from './debian-program.ts'
import { unassignedPort } from './unassigned-port.ts'

/** The operator's own file: the test is of that file. */
const DEPLOYED = join(import.meta.dirname, '../deploy/pgbouncer.ini')

/** Fewer than one process asks for, so that every connection is another's a moment later. */
const POOL_SIZE = 4
const START_MS = 60_000

export type Pgbouncer = {
  /** Of the same database, through the pooler. */
  address: string
  stop(): Promise<void>
}

/**
 * PgBouncer in transaction mode in front of a server on this machine, for any of its databases.
 *
 * @param address of one of them
 * @param settings more lines of its file
 * @throws {Error} when it is not installed or does not start
 */
export async function startPgbouncer(address: string, settings: string[] = []): Promise<Pgbouncer> {
  const program = debianProgram('pgbouncer', 'pgbouncer')
  const { hostname, port, username, password } = new URL(address)
  const folder = mkdtempSync(join(tmpdir(), 'per-second-pgbouncer-'))
  const own = await unassignedPort()
  const write = (name: string, lines: string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  write('userlist.txt', [`"${username}" "${password}"`])
  write('pgbouncer.ini', [
    // Of two lines for one setting the later one counts.
    readFileSync(DEPLOYED, 'utf8').replace(/^billing = .*$/m, `* = host=${hostname} port=${port}`),
    ...[`listen_port = ${own}`, 'unix_socket_dir =', `auth_file = ${join(folder, 'userlist.txt')}`],
    ...[`default_pool_size = ${POOL_SIZE}`, 'max_client_conn = 2000', 'server_round_robin = 1'],
    ...settings,
  ])
  // It refuses to be root, and has to read these files as another user.
  chmodSync(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['--user=postgres'] : []
  const child = spawn(program, [...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', bytes => said.push(String(bytes)))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + START_MS
  while (!(await listens(own))) {
    if (child.exitCode === null && performance.now() < deadline) {
      await delay(50)
      continue
    }
    await stop()
    throw new Error(`PgBouncer does not start here:\n${said.join('')}`)
  }
  const url = new URL(address)
  url.port = `${own}`
  url.search = 'pgbouncer=true'
  return { address: url.href, stop }
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then(does => {
    socket.destroy()
    return does as boolean
  })
}
