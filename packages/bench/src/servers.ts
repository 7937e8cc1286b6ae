import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { environmentOfItsOwn } from '@per-second/protocol/service-variables'
import type { ServiceLine } from '../../backend/src/start/start-service.ts'
import { startChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { makeMerchant } from '../../backend/test/make-merchant.ts'
import { merchantServerOn } from '../../backend/test/merchant.ts'
import type { Bench } from './figure.ts'

export const ROOT = join(import.meta.dirname, '../../..')
export const BACKEND_SOURCE = join(ROOT, 'packages/backend/src/main.js')
export const BACKEND_BUILT = join(ROOT, 'packages/backend/dist/main.js')

export function build(name: 'authorise' | 'backend'): void {
  const args = ['run', '--silent', 'build', '-w', `@per-second/${name}`]
  execFileSync('npm', args, { cwd: ROOT, stdio: 'ignore' })
}

/** The same as `npm run backend` and the program's own first line use. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--conditions=@per-second/source']

/** A measured server: a process of its own that prints one line of JSON with its address. */
export type Server<Line = { url: string }> = { line: Line; process: ChildProcess; stop(): Promise<void> }

export async function startServer<Line extends { url: string }>(
  bench: Bench,
  command: { script: string; args?: readonly string[]; env?: Record<string, string> },
): Promise<Server<Line>> {
  const { script, args = [], env = {} } = command
  const child = spawn(process.execPath, [...NODE_FLAGS, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environmentOfItsOwn(process.env), ...env },
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  bench.defer(stop)
  const printed = once(createInterface({ input: child.stdout as Readable }), 'line')
  const [text] = await Promise.race([printed, ended.then(() => [null])])
  if (typeof text !== 'string') throw new Error(`${script} ended before it was ready.`)
  return { line: JSON.parse(text) as Line, process: child, stop }
}

const QUIET = ['--port', '0', '--json', '--log', 'error']

/** A service as developers run it: embedded chain, and SQLite in a folder unless the address of a database is given. */
export function startLocalBackend(
  bench: Bench,
  { folder = bench.folder, database }: { folder?: string; database?: string | undefined } = {},
): Promise<Server<ServiceLine>> {
  const onDatabase = database === undefined ? [] : ['--database-url', database]
  return startServer(bench, {
    script: BACKEND_SOURCE,
    args: [...QUIET, '--data', folder, ...onDatabase],
  })
}

type RealStart = {
  args?: readonly string[]
  script?: string
  endpoint?: string
  env?: Record<string, string>
}

/**
 * A service as in production: on a chain that another process runs, with a key of its own.
 *
 * @param database its address. Without one it is SQLite in the bench's folder
 */
export async function prepareRealBackend(bench: Bench, database?: string) {
  const others = await startChainOfOthers()
  bench.defer(others.remove)
  const { key } = await others.newOperator()
  const secrets = { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') }
  const where = ['--data', bench.folder, ...(database === undefined ? [] : ['--database-url', database])]
  const { rpc_url: rpcUrl } = others.chain
  return {
    others,
    start: ({ args = [], script = BACKEND_SOURCE, endpoint = rpcUrl, env = {} }: RealStart = {}) => {
      const chain = others.args.map(argument => (argument === rpcUrl ? endpoint : argument))
      const all = [...QUIET, '--rate-limit', '1000000', ...where, ...chain, ...args]
      return startServer(bench, { script, env: { ...secrets, ...env }, args: all })
    },
    makeMerchant: async (url: string) => merchantServerOn({ url }, await makeMerchant(...where)),
  }
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes({ process: { pid } }: Pick<Server, 'process'>): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6
}

const MICROS_PER_TICK = 10_000

/** Processor time a process has used, in microseconds. Throws on a system without `/proc`. */
export function processorMicros({ process: { pid } }: Pick<Server, 'process'>): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK
}
