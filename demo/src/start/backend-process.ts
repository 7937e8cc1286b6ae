import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { environmentOfItsOwn } from '@per-second/protocol/service-variables'
import { DemoError } from '../errors/demo-error.ts'

/** The line a backend prints when it is ready. Everything in it is for servers. Keys and token never reach a page. */
type BackendLine = {
  url: string
  chain: { rpc_url: string; chain_id: number; token: string; escrow: string; live_escrow: string }
  merchant: { id: string; name: string; test_key: string; live_key: string }
  admin_token: string
}

export type BackendProcess = AsyncDisposable & {
  line: BackendLine
  /** Settles with a sentence when the backend has ended, for any reason. */
  ended: Promise<string>
}

const READY_WITHIN_MS = 90_000
const STOP_WITHIN_MS = 8_000
const TAIL_BYTES = 2_000

/** The backend's exit code for a request that it cannot carry out. */
const REFUSED = 2

/**
 * Starts the reference backend with an embedded chain, by its public command and its JSON line. It gets a process group
 * of its own, so that Ctrl-C reaches the demo alone, which then stops it in order.
 *
 * @throws {DemoError} `backend_refused` with its own words when it cannot be started like this: another backend uses
 * the folder, or it cannot be used at all. `backend_failed` with the end of its log. `interrupted` when `signal` aborts
 * first.
 */
export async function startBackend(options: {
  repository: string
  dataFolder: string
  signal: AbortSignal
}): Promise<BackendProcess> {
  const { repository, dataFolder, signal } = options
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const logPath = join(dataFolder, 'backend.log')
  const log = openSync(logPath, 'w')
  const main = join(repository, 'packages/backend/src/main.js')
  const args = ['--conditions=@per-second/source', main, '--port', '0', '--data', dataFolder, '--json']
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: environmentOfItsOwn(process.env),
    // The ready line on stdout holds keys, hence it is not logged.
    stdio: ['ignore', 'pipe', log],
    detached: true,
  })
  closeSync(log)
  const logEnd = () => endOf(logPath)
  const closed = once(child, 'close')
  const ended = closed.then(([code, exitSignal]) => {
    const how = exitSignal ? `was ended by ${exitSignal}` : `ended with code ${code}`
    return `The billing backend ${how}. Its log is ${logPath}\n${logEnd()}`
  })
  const killOnExit = () => killGroup(child)
  process.once('exit', killOnExit)
  const stop = async () => {
    await stopProcess(child)
    process.off('exit', killOnExit)
  }
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  try {
    const lines = createInterface({ input: child.stdout as Readable })
    const [line] = await Promise.race([
      once(lines, 'line', { signal: AbortSignal.any([signal, late]) }),
      closed.then(async ([code]) => {
        if (code === REFUSED) throw new DemoError('backend_refused', refusal(logEnd().trim()))
        throw new DemoError('backend_failed', await ended)
      }),
    ])
    return { line: JSON.parse(line), ended, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    if (signal.aborted) throw new DemoError('interrupted', 'Interrupted.')
    if (late.aborted) throw new DemoError('backend_failed', notReady(logPath))
    throw error
  }
}

/** The last lines of a log of any size, or nothing where it is gone. */
function endOf(logPath: string): string {
  try {
    const file = openSync(logPath, 'r')
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
      readSync(file, bytes, 0, bytes.length, size - bytes.length)
      return bytes.toString('utf8')
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function notReady(logPath: string): string {
  return `The billing backend was not ready within ${READY_WITHIN_MS / 1000} s. Its log is ${logPath}`
}

function refusal(reason: string): string {
  return `The billing backend cannot start like this. It says:

  ${reason.replaceAll('\n', '\n  ')}

If another demo is just starting on the same folder, wait for it to say where its store is. If a demo was killed, its backend may
still run: end the process it names. Or keep this demo apart:  npm run demo -- --data ANOTHER_FOLDER`
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  const lastResort = setTimeout(() => killGroup(child), STOP_WITHIN_MS)
  child.kill('SIGTERM')
  await exit
  clearTimeout(lastResort)
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
