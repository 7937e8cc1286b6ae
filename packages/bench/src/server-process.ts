import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const ROOT = join(import.meta.dirname, '../../..')
export const BACKEND_SOURCE = join(ROOT, 'packages/backend/src/main.js')
export const BACKEND_BUILT = join(ROOT, 'packages/backend/dist/main.js')

export function buildBackend(): void {
  execFileSync('npm', ['run', '--silent', 'build', '-w', '@per-second/backend'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
}

/** As `npm run backend` and the program's own first line start it: garbage of requests is not kept in some 40 MB more of memory. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--conditions=@per-second/source']

/** A measured server: a process of its own that says on one line of JSON where it is. */
export type ServerProcess<Line> = { line: Line; process: ChildProcess; stop(): Promise<void> }

export async function startServer<Line extends { url: string }>(
  script: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<ServerProcess<Line>> {
  const child = spawn(process.execPath, [...NODE_FLAGS, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const ended = once(child, 'exit')
  const said = once(createInterface({ input: child.stdout as Readable }), 'line')
  const [text] = await Promise.race([said, ended.then(() => [null])])
  if (typeof text !== 'string') throw new Error(`${script} ended before it was ready.`)
  return {
    line: JSON.parse(text) as Line,
    process: child,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What a local backend says when it is ready. */
export type BackendLine = { url: string; merchant: { test_key: string } }

/**
 * A backend as people run it to develop against: embedded chain and database, durable.
 *
 * @param database the address of a PostgreSQL database instead
 */
export function startLocalBackend(
  folder: string,
  script = BACKEND_SOURCE,
  database: string | null = null,
): Promise<ServerProcess<BackendLine>> {
  const onDatabase = database === null ? [] : ['--database-url', database]
  return startServer(script, ['--port', '0', '--data', folder, '--json', '--log', 'silent', ...onDatabase])
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes({ process: { pid } }: ServerProcess<unknown>): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6
}

const MICROS_PER_TICK = 10_000

/** Processor time a process has used, in microseconds; null where the system does not tell it so finely. */
export function processorMicros({ process: { pid } }: ServerProcess<unknown>): number | null {
  if (process.platform !== 'linux') return null
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK
}
