import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import { isFileError } from '../../files/file-error.ts'
import { OptionError } from '../../options/option-error.ts'

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

const SUPERVISOR = fileURLToPath(new URL('supervise.sh', import.meta.url))
/** The supervisor exits with this and the signal's number when the chain was killed. */
const KILLED_FROM = 128

/** How long the end of a killed process is waited for, in milliseconds of real time. */
const END_MILLIS = 2_000

/** Before every clock a service could have, so that no recorded block is ever refused for being older than the first one. */
const GENESIS_TIMESTAMP = 1

export type AnvilProcess = Awaited<ReturnType<typeof spawnAnvil>>

/** Starts the chain under its supervisor, both in a process group of their own: Ctrl-C reaches the backend only. */
export async function spawnAnvil(parameters: {
  port: number
  /** The state file at the start, or null for an empty chain. */
  loadFrom: string | null
  logFile: string
}) {
  const { port, loadFrom, logFile } = parameters
  const supervisor = spawn('/bin/sh', [SUPERVISOR, logFile, anvilBinary(), ...flags(port, loadFrom)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let end: { code: number | null } | null = null
  const exited = once(supervisor, 'exit').then(([code]) => {
    end = { code }
  })
  // A write after the supervisor's end is no news: its exit is.
  supervisor.stdin.on('error', () => undefined)
  const [line] = (await once(supervisor.stdout, 'data')) as [Buffer]
  supervisor.stdout.destroy()
  const pid = Number.parseInt(line.toString(), 10)
  return {
    pid,
    /** Resolves when the process has ended, for any reason. */
    exited,
    hasExited: () => end !== null,
    /** It has ended by a signal, and not by itself. */
    wasKilled: () => end !== null && (end.code ?? KILLED_FROM) >= KILLED_FROM,
    /** Ends it at once. It writes no file of its own. */
    async kill() {
      // Not left to the supervisor's watcher, which may have been killed itself.
      if (end === null) killIfThere(pid)
      supervisor.stdin.end()
      await Promise.race([exited, delay(END_MILLIS, undefined, { ref: false })])
    },
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!isFileError(error, 'ESRCH')) throw error
  }
}

/** No account needs the native coin: gas is free, and no account with a publicly known key has funds. */
function flags(port: number, loadFrom: string | null): string[] {
  const server = ['--host', '127.0.0.1', '--port', `${port}`, '--quiet']
  const chain = [
    '--chain-id',
    `${EMBEDDED_CHAIN_ID}`,
    '--accounts',
    '0',
    '--timestamp',
    `${GENESIS_TIMESTAMP}`,
  ]
  const gas = ['--gas-price', '0', '--block-base-fee-per-gas', '0', '--disable-min-priority-fee']
  return [...server, ...chain, ...gas, ...(loadFrom === null ? [] : ['--load-state', loadFrom])]
}

/**
 * The native program inside the installed package. Its `bin` entry is a wrapper that would outlive a SIGKILL's target: the
 * wrapper dies, the chain does not.
 *
 * @throws {OptionError} where the package is not installed: a service on real chains does without it
 */
export function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    const manifest = createRequire(wrapper).resolve(`${name}/package.json`)
    return join(dirname(manifest), 'bin', 'anvil')
  } catch (cause) {
    throw new OptionError(
      'The embedded chain needs the package @foundry-rs/anvil, which is not installed here. Install it with "npm install @foundry-rs/anvil", without --omit=optional; or name a real chain with --rpc-url.',
      { cause },
    )
  }
}
