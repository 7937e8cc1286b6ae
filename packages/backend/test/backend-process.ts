import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { environmentOfItsOwn } from '@per-second/protocol/service-variables'
import type { ServiceLine } from '../src/start/start-service.ts'
import { BACKEND_COMMAND } from './backend-program.ts'
import { forgetDocument } from './document-checks.ts'
import { databaseArguments } from './test-database.ts'

/** A backend as people run it: its own process, its own folder, a real chain and a real database. */
export type BackendProcess<Line = ServiceLine> = Line & {
  folder: string
  process: ChildProcess
  /** Its lines on stderr, with `captureLog`. */
  log(): string[]
  /** Ends it as an operator would, or as a crash would. Resolves with the exit code, null for a signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Ends it if it still runs and removes the folder. */
  remove(): Promise<void>
}

/** Which database a folder's backend was given, so that it gets the same one again. */
const databases = new Map<string, string[]>()

/**
 * Starts a backend on a folder of its own, or again on an earlier one's.
 *
 * @param options.env is added to this process's environment, of which the service's variables are left out
 * @param options.captureLog may be called with each line, also of a start that waits
 */
export async function startBackend<Line = ServiceLine>(
  options: {
    folder?: string
    args?: string[]
    env?: Record<string, string>
    captureLog?: boolean | ((line: string) => void)
  } = {},
): Promise<BackendProcess<Line>> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'per-second-backend-'))
  const database = databases.get(folder) ?? (await databaseArguments())
  databases.set(folder, database)
  const child = spawn(
    process.execPath,
    [...BACKEND_COMMAND, '--port', '0', '--data', folder, '--json', ...database, ...(options.args ?? [])],
    {
      stdio: ['ignore', 'pipe', options.captureLog ? 'pipe' : 'inherit'],
      env: { ...environmentOfItsOwn(process.env), ...options.env },
    },
  )
  const log: string[] = []
  if (child.stderr !== null) {
    const lines = createInterface({ input: child.stderr }).on('line', line => log.push(line))
    if (typeof options.captureLog === 'function') lines.on('line', options.captureLog)
  }
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout as Readable }), 'line').then(
      ([text]) => JSON.parse(text as string) as Line,
    ),
    ended.then(([code]) => {
      throw new Error(`The backend ended with ${code} before it was ready.`)
    }),
  ]).catch(error => {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    throw error
  })
  forgetDocument((line as ServiceLine).url)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    const [code] = await ended
    return code as number | null
  }
  return {
    ...line,
    folder,
    process: child,
    log: () => log,
    end,
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
