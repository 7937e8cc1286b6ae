import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { debianProgram } from '../debian-program.ts'
import { unassignedPort } from '../unassigned-port.ts'

/** The operator's own file: the test is of that file. */
const HAPROXY = join(import.meta.dirname, '../../deploy/haproxy.cfg')

/** The seconds of docs/failover.md. */
const CLUSTER = {
  ...{ ttl: 20, loop_wait: 2, retry_timeout: 5 },
  ...{ synchronous_mode: true, maximum_lag_on_failover: 1_048_576 },
}
const PASSWORD = 'only-for-this-test'
const READY_MS = 60_000

/** One PostgreSQL and the Patroni that looks after it. */
export type Node = {
  name: string
  /** Its own PostgreSQL, in any role. */
  address: string
  /** Whether Patroni says that it is this: `primary`, or `sync` for a standby without which nothing is acknowledged. */
  is(role: 'primary' | 'sync'): Promise<boolean>
  /** Ends all of its processes at once, as a machine that loses its power does. */
  kill(): Promise<void>
  /** All of them stand still, and answer nothing. */
  pause(): void
  resume(): void
  /** Starts the killed programs. */
  start(): void
}

export type PatroniCluster = {
  nodes: readonly [Node, Node]
  /** Of its first database, by HAProxy, which finds the primary. */
  address: string
  primary(): Promise<Node>
  /** All output of the cluster's programs. */
  folder: string
  stop(): Promise<void>
}

/**
 * Two PostgreSQL servers of Debian's under Patroni, with synchronous replication, etcd and HAProxy, all on this machine.
 *
 * @throws {Error} when a program is not installed, saying which, or when the cluster does not come up
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'per-second-patroni-'))
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null
  const children = new Set<ChildProcess>()
  const stopped = new Set<number>()

  const makeFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const run = (name: string, program: string, args: string[]) => {
    const child = spawn(program, args, { ...user, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  const makeNode = async (name: string, etcd: number): Promise<Node & { port: number; rest: number }> => {
    const [port, rest] = [await unassignedPort(), await unassignedPort()]
    const data = join(makeFolder(name), 'data')
    const file = join(folder, `${name}.json`)
    const account = (username: string) => ({ username, password: PASSWORD })
    // YAML, which JSON is.
    const settings = {
      ...{ scope: 'billing', name },
      // API v2: through v3, Debian 12's Patroni 3.0.2 can overwrite the lock of the new primary when a silent one wakes.
      etcd: { host: `127.0.0.1:${etcd}` },
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      bootstrap: {
        dcs: { ...CLUSTER, postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } } },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` },
        ...{ data_dir: data, bin_dir: programs.postgres, pgpass: join(folder, name, 'pgpass') },
        pg_hba: [
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
        authentication: {
          superuser: account('postgres'),
          replication: account('replicator'),
          rewind: account('rewinder'),
        },
        parameters: { unix_socket_directories: '' },
      },
    }
    writeFileSync(file, JSON.stringify(settings), { mode: 0o644 })
    let patroni: ChildProcess | null = null
    const processes = () => [patroni?.pid ?? [], serverProcesses(data)].flat()
    const signal = (pids: number[], what: NodeJS.Signals) => {
      for (const pid of pids) {
        try {
          process.kill(pid, what)
        } catch {
          // It has ended by itself meanwhile.
        }
      }
    }
    return {
      ...{ name, port, rest, address: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres` },
      is: async role => {
        const asked = fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(2_000) })
        return asked.then(
          ({ status }) => status === 200,
          () => false,
        )
      },
      start: () => {
        patroni = run(name, programs.patroni, [file])
      },
      kill: async () => {
        const all = processes()
        const ended = patroni === null ? null : once(patroni, 'exit')
        signal(all, 'SIGKILL')
        await ended
      },
      pause: () => {
        // Patroni first: it must not see its server stand still.
        const all = processes()
        for (const pid of all) stopped.add(pid)
        signal(all, 'SIGSTOP')
      },
      resume: () => {
        signal([...stopped].reverse(), 'SIGCONT')
        stopped.clear()
      },
    }
  }

  let nodes: (Node & { port: number; rest: number })[] = []
  const stop = async () => {
    for (const node of nodes) {
      node.resume()
      await node.kill()
    }
    for (const child of children) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const [client, peer] = [await unassignedPort(), await unassignedPort()]
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
    run('etcd', programs.etcd, [
      ...['--name', 'etcd', '--data-dir', makeFolder('etcd')],
      ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `etcd=${peerUrl}`, '--enable-v2'],
    ])
    await until('etcd answers', () =>
      fetch(`${clientUrl}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    nodes = [await makeNode('node1', client), await makeNode('node2', client)]
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
    first.start()
    await until('the first node takes writes', () => first.is('primary'))
    second.start()

    const balanced = await unassignedPort()
    const file = join(folder, 'haproxy.cfg')
    const deployed = readFileSync(HAPROXY, 'utf8')
      .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${balanced}`)
      .replace(/db(\d)\.example:5432(.*)8008$/gm, (_, number: string, between: string) => {
        const { port, rest } = nodes[Number(number) - 1] as (typeof nodes)[0]
        return `127.0.0.1:${port}${between}${rest}`
      })
    writeFileSync(file, deployed, { mode: 0o644 })
    run('haproxy', programs.haproxy, ['-db', '-f', file])
    await until('the second node is a synchronous standby', () => second.is('sync'))
    const address = `postgres://postgres:${PASSWORD}@127.0.0.1:${balanced}/postgres`
    await until('the primary is found', () => takesWrites(address))
    const primary = async () => {
      for (const node of [first, second]) if (await node.is('primary')) return node
      throw new Error('Neither node is the primary.')
    }
    return { nodes: [first, second], address, primary, folder, stop }
  } catch (error) {
    const logs = readdirSync(folder).filter(name => name.endsWith('.log'))
    const said = logs.map(name => `${name}:\n${readFileSync(join(folder, name), 'utf8').slice(-4_000)}`)
    await stop()
    throw new Error(`The cluster does not come up: ${error}\n${said.join('\n')}`, { cause: error })
  }
}

/** Whether a server is there and commits. */
export async function takesWrites(address: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('create table if not exists written (at timestamptz)')
    await client.query('insert into written values (now())')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}

/** @throws {Error} when it has not come true within `millis`: a minute when nothing is said */
export async function until(what: string, holds: () => Promise<boolean>, millis = READY_MS): Promise<void> {
  const deadline = performance.now() + millis
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It has not come to this: ${what}.`)
    await delay(100)
  }
}

/** @throws {Error} saying which package to install */
export function findPrograms() {
  const versions = () => readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
  let postgres: string
  try {
    postgres = join('/usr/lib/postgresql', versions()[0] as string, 'bin')
    readFileSync(join(postgres, 'postgres'))
  } catch (cause) {
    throw new Error('This machine has no PostgreSQL of Debian’s: apt-get install postgresql', { cause })
  }
  return {
    postgres,
    patroni: debianProgram('patroni', 'patroni'),
    etcd: debianProgram('etcd', 'etcd-server'),
    haproxy: debianProgram('haproxy', 'haproxy'),
  }
}

/** The server's own and all that it has started. */
function serverProcesses(data: string): number[] {
  let server: number
  try {
    server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return []
  }
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === server)
  return [server, ...children.map(Number)]
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** The id of the user from Debian's package: PostgreSQL refuses to be root. */
function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}
